import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContactSceneEntry, contactScenes } from '@selfcollide/scenes';
import { createDetector } from 'selfcollide';
import { formatCount, formatMs, formatTable } from '../format-table.ts';
import { describeMachine } from '../machine.ts';
import { createProgressLine } from '../progress-line.ts';
import { quantile } from '../quantile.ts';
import { replaceMarked } from '../replace-marked.ts';
import { repositoryFolder } from '../repository-folder.ts';

/** What one run of a scene came to. */
export interface ContactRunReport {
  readonly name: string;
  readonly triangles: number;
  readonly frames: number;
  /** Frames in which the shell touches itself. */
  readonly touching: number;
  /** The same without self-contact. */
  readonly touchingWithout: number;
  /** Part of the nominal time that was covered. */
  readonly covered: number;
  /** Of a frame: simulation, self-contact included. */
  readonly median: number;
  readonly slowest: number;
  readonly medianWithout: number;
}

/** `npm run bench -- --table contact`. Returns the exit status: 1 if a scene fails what it must show; nothing is written then. */
export function runContactReport({ quick, write }: { readonly quick: boolean; readonly write: boolean }): number {
  const reports = contactScenes.map((entry) => measureContactScene(entry, quick));
  const wrong = reports.flatMap(complaints);
  const { cpu, node } = describeMachine();
  const text = `${cpu}, Node ${node}${quick ? ', --quick' : ''}\n\n${formatContactTable(reports)}`;
  console.log(text);
  for (const sentence of wrong) console.error(sentence);
  if (wrong.length > 0) return 1;
  if (write) {
    const page = join(repositoryFolder(), 'docs', 'keep-your-simulation-free.md');
    writeFileSync(page, replaceMarked(readFileSync(page, 'utf8'), 'contact', `\`\`\`\n${text}\n\`\`\``));
    console.log(`Written to ${page}`);
  }
  return 0;
}

export function measureContactScene(entry: ContactSceneEntry, quick: boolean): ContactRunReport {
  const size = quick ? { triangles: Math.round(entry.defaultTriangles / 4), frames: 76 } : {};
  const run = (selfContact: boolean) => {
    const scene = entry.make({ ...size, selfContact });
    const detector = createDetector(scene.mesh);
    const { shell, frames } = scene.begin();
    const progress = createProgressLine(`${entry.name}${selfContact ? '' : ' without self-contact'}`);
    const times: number[] = [];
    let touching = 0;
    let from = performance.now();
    for (const positions of frames) {
      times.push(performance.now() - from);
      detector.update(positions);
      if (detector.findIntersections().count > 0) touching++;
      progress.show(times.length, scene.frameCount);
      from = performance.now();
    }
    progress.end();
    times.shift(); // the first is the mesh at rest
    return { touching, times, covered: shell.time / scene.duration, triangles: scene.mesh.triangles.length / 3 };
  };
  const [felt, ghost] = [run(true), run(false)];
  return {
    name: entry.name,
    triangles: felt.triangles,
    frames: felt.times.length,
    touching: felt.touching,
    touchingWithout: ghost.touching,
    covered: felt.covered,
    median: quantile(felt.times, 0.5),
    slowest: Math.max(...felt.times),
    medianWithout: quantile(ghost.times, 0.5),
  };
}

/** What a scene fails to show, a sentence each. */
export function complaints({ name, touching, touchingWithout, covered }: ContactRunReport): string[] {
  return [
    ...(touching > 0 ? [`bench: ${name} touches itself in ${touching} frames.`] : []),
    ...(touchingWithout === 0 ? [`bench: ${name} does not touch itself without self-contact either.`] : []),
    ...(covered < 0.95 ? [`bench: ${name} covers only ${(100 * covered).toFixed(1)} % of its time.`] : []),
  ];
}

export function formatContactTable(reports: readonly ContactRunReport[]): string {
  const head = [
    'scene',
    'triangles',
    'frames',
    'touching',
    'without',
    'time covered',
    'ms a frame',
    'slowest',
    'without',
  ];
  return formatTable(
    head,
    reports.map((report) => [
      report.name,
      formatCount(report.triangles),
      formatCount(report.frames),
      formatCount(report.touching),
      formatCount(report.touchingWithout),
      `${(100 * report.covered).toFixed(1)} %`,
      formatMs(report.median),
      formatMs(report.slowest),
      formatMs(report.medianWithout),
    ]),
  );
}
