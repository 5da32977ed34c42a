import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Model, readModel } from '@selfcollide/io';
import { methodNamed } from '@selfcollide/papers';
import { createDetector } from 'selfcollide';
import { formatCount, formatMs, formatTable } from '../format-table.ts';
import { safeMethods } from '../methods.ts';
import { dataFolder, type KnownMesh, readManifest } from './data-folder.ts';

/** `npm run bench -- --data`: known contact counts against found ones. Returns the exit status: 1 on any difference or missing data. */
export async function checkData(methods: readonly string[]): Promise<number> {
  const folder = dataFolder();
  if (folder === undefined) {
    console.error('bench --data: there is no ../shared/data/manifest.json beside the repository; nothing was checked.');
    return 1;
  }
  const chosen = methods.length > 0 ? methods : safeMethods.filter((method) => method !== 'brute-force');
  const unknown = chosen.find((method) => !safeMethods.some((known) => known === method));
  if (unknown !== undefined) {
    console.error(`bench --data: --methods must be among ${safeMethods.join(', ')}; got ${unknown}.`);
    return 2;
  }
  const rows: string[][] = [];
  let wrong = 0;
  for (const mesh of readManifest(folder)) {
    for (const method of chosen) {
      const found = await findContacts(folder, mesh, method);
      const right = found.contacts === mesh.contacts;
      if (!right) wrong++;
      rows.push([
        mesh.file,
        method,
        formatCount(mesh.triangles),
        formatCount(mesh.contacts),
        found.contacts === undefined ? '—' : formatCount(found.contacts),
        found.ms === undefined ? '' : formatMs(found.ms),
        right ? 'equal' : (found.error ?? 'DIFFERENT'),
      ]);
    }
  }
  console.log(formatTable(['file', 'method', 'triangles', 'expected', 'found', 'ms', ''], rows));
  console.log(
    `\n${rows.length - wrong} of ${rows.length} as in the manifest. ms: preparation and query, once, with nothing warmed up.`,
  );
  return wrong > 0 ? 1 : 0;
}

interface Found {
  readonly contacts?: number;
  readonly ms?: number;
  readonly error?: string;
}

/** The manifest was made with faces cut from their first corner, which for bent ones means another shape than the reader's cut. */
function fanFaces({ triangles, polygons }: Model): Uint32Array {
  if (!polygons) return triangles;
  const { corners, ends } = polygons;
  const fanned: number[] = [];
  for (let f = 0; f < ends.length; f++) {
    const first = f === 0 ? 0 : ends[f - 1];
    for (let i = first + 2; i < ends[f]; i++) fanned.push(corners[first], corners[i - 1], corners[i]);
  }
  return Uint32Array.from(fanned);
}

/** Reads a mesh file and counts its contacts; says why if that fails. */
export async function findContacts(folder: string, mesh: KnownMesh, method: string): Promise<Found> {
  try {
    const model = await readModel(readFileSync(join(folder, mesh.file)), { name: mesh.file });
    const asInManifest = { positions: model.positions, triangles: fanFaces(model) };
    const started = performance.now();
    const contacts = createDetector(asInManifest, { method: methodNamed(method) }).findIntersections().count;
    return { contacts, ms: performance.now() - started };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
