import { bindPose, type Model, objectLabels } from '@selfcollide/io';
import { Command } from 'commander';
import type { Terminal } from '../check/run-check.ts';
import { ExitStatus } from '../exit-status.ts';
import { describeFailure, UsageError } from '../failure.ts';
import { findMeshFacts, type MeshFacts } from '../info/mesh-facts.ts';
import { formatCount, formatPoint, formatSeconds } from '../report/format-number.ts';
import { formatTable, indent } from '../report/format-table.ts';
import { showText, toShownJson } from '../report/show-text.ts';
import { expandInputs } from '../source/expand-inputs.ts';
import { readFile } from '../source/open-file.ts';
import { openSource } from '../source/open-source.ts';

const LIST_LENGTH = 20;

/** What `selfcollide info --json` writes per file. */
interface FileInfo extends MeshFacts {
  readonly name: string;
  readonly format: string;
  readonly tetrahedra: number;
  /** Faces with more than three corners, which were cut into triangles. */
  readonly polygons: { readonly count: number; readonly concave: number; readonly notPlanar: number };
  readonly objects: readonly { readonly name: string; readonly triangles: number; readonly parts: number }[];
  readonly animations: readonly { readonly name: string; readonly seconds: number; readonly keys: number }[];
  readonly warnings: readonly string[];
}

/** `selfcollide info`; `exit` takes the status. */
export function infoCommand({ out, err }: Terminal, exit: (status: number) => void): Command {
  return new Command('info')
    .summary('say what is in a mesh file')
    .description(
      'Counts, pieces, holes and defects of a mesh, after vertices of an object at equal positions were made one.',
    )
    .argument('<files...>', 'mesh files, or scene:NAME')
    .option('--allow-outside', 'let models refer to files outside their own folder', false)
    .option('--json', 'write JSON: an array with an object per file', false)
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], { json, allowOutside }: { json: boolean; allowOutside: boolean }) => {
      const infos: FileInfo[] = [];
      let status: number = ExitStatus.clean;
      for (const name of files) {
        try {
          const info = describeModel(await readInput(name, allowOutside));
          infos.push(info);
          if (!json) out.write(`${formatInfo(info)}\n`);
        } catch (error) {
          const { kind, message } = describeFailure(name, error);
          err.write(`${showText(message)}\n`);
          status = Math.max(status, kind === 'usage' ? ExitStatus.usage : ExitStatus.unreadable);
        }
      }
      if (json) out.write(`${toShownJson(infos)}\n`);
      exit(status);
    });
}

async function readInput(name: string, allowOutside: boolean): Promise<Model> {
  const inputs = await expandInputs([name]);
  if (inputs[0].kind === 'file') return readFile(name, allowOutside);
  if (inputs[0].kind === 'sequence') {
    throw new UsageError(`${name}: info takes single files; let the shell expand the pattern.`);
  }
  return (await openSource(inputs[0], { animation: 'none' })).base;
}

function describeModel(model: Model): FileInfo {
  // seams of skinned meshes coincide in the bind pose
  const facts = findMeshFacts(bindPose(model), model.triangles, objectLabels(model));
  const { polygons } = model;
  return {
    name: model.name,
    format: model.format,
    tetrahedra: (model.tets?.length ?? 0) / 4,
    polygons: { count: polygons?.count ?? 0, concave: polygons?.concave ?? 0, notPlanar: polygons?.notPlanar ?? 0 },
    objects: model.objects.map(({ name, triangleCount, parts }) => ({
      name,
      triangles: triangleCount,
      parts: parts.length,
    })),
    animations: model.animations.map(({ name, start, end, keyTimes }) => ({
      name,
      seconds: end - start,
      keys: keyTimes.length,
    })),
    ...facts,
    warnings: model.warnings,
  };
}

function formatInfo(info: FileInfo): string {
  const { bounds } = info;
  const size = bounds.max.map((high, axis) => high - bounds.min[axis]);
  const closed = info.boundaryEdges === 0 && info.nonManifoldEdges === 0;
  const rows = [
    ['format', info.format],
    ['vertices', formatCount(info.vertices)],
    ['  at the position of another', formatCount(info.weldedVertices)],
    ['  without triangle', formatCount(info.unusedVertices)],
    ['triangles', formatCount(info.triangles)],
    ...polygonRows(info),
    ...(info.tetrahedra > 0 ? [['tetrahedra', formatCount(info.tetrahedra)]] : []),
    ['connected pieces', formatCount(info.components)],
    ['boundary edges', formatCount(info.boundaryEdges) + (closed ? ' (closed)' : '')],
    ['non-manifold edges', formatCount(info.nonManifoldEdges)],
    ['edges with opposed winding', formatCount(info.flippedEdges)],
    ['bow-tie vertices', formatCount(info.bowTieVertices)],
    ['triangles naming a vertex twice', formatCount(info.repeatedIndexTriangles)],
    ['triangles without area', formatCount(info.zeroAreaTriangles)],
    ['Euler characteristic', String(info.euler)],
    ['size', size.every(Number.isFinite) ? formatPoint(size) : 'none'],
    ['from', formatPoint(bounds.min)],
    ['to', formatPoint(bounds.max)],
  ];
  const lists = [
    listing('object', info.objects, ({ name, triangles }) => [name, `${formatCount(triangles)} triangles`]),
    listing('animation', info.animations, ({ name, seconds, keys }) => [
      name,
      `${formatSeconds(seconds)}, ${formatCount(keys)} key times`,
    ]),
    ...info.warnings.map((warning) => `note: ${showText(warning)}`),
  ].filter((text) => text !== '');
  return [showText(info.name), ...[formatTable(['', ''], rows, []).trimStart(), ...lists].map(indent)].join('\n');
}

/** Faces that are cut into triangles; where they are not planar, the cut is a choice that the file does not make. */
function polygonRows({ polygons }: FileInfo): string[][] {
  if (polygons.count === 0) return [];
  return [
    ['faces with more than three corners', formatCount(polygons.count)],
    ['  concave', formatCount(polygons.concave)],
    ['  not planar', formatCount(polygons.notPlanar)],
  ];
}

/** A table of the first few, and how many are left out. */
function listing<T>(noun: string, items: readonly T[], cells: (item: T) => string[]): string {
  if (items.length === 0) return '';
  const shown = items.slice(0, LIST_LENGTH).map((item, i) => [i === 0 ? `${noun}s` : '', ...cells(item)]);
  const more = items.length > shown.length ? `\n… and ${items.length - shown.length} more (--json has all)` : '';
  const [head, ...rows] = shown;
  return formatTable(head, rows, []) + more;
}

const EXAMPLES = `
Exit status: 0, or 3 if a file could not be read.

Examples:
  $ selfcollide info character.glb
  $ selfcollide info *.obj --json`;
