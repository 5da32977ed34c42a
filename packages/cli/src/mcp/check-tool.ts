import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { CheckReport, FileReport, PlaceReport } from '../report/check-report.ts';
import { answer, answering, configArguments, RefusedError, runFor, type ToolHost } from './tool-host.ts';

/** Of an answer that an agent reads whole. */
const MOST_FRAMES = 5;
const MOST_PLACES = 5;

const place = z.object({
  place: z.number().describe('number of the place in its frame, from 1; render takes it'),
  name: z.string(),
  severity: z.string().optional().describe('touching, hairline, shallow or deep'),
  depth: z.number().optional().describe("how far the parts must move apart, in the model's unit"),
  depthIs: z.string().optional().describe('exact, an upper bound, or at least'),
  findings: z.number(),
  center: z.array(z.number()),
});

const output = {
  verdict: z.enum(['clean', 'self-intersects']),
  frames: z.number(),
  framesWithFindings: z.number(),
  framesNotReadable: z.number(),
  restPoseContacts: z.number().describe('contacts that are there in the rest pose already, perhaps by design'),
  worst: z.array(
    z.object({
      animation: z.string(),
      frame: z.number().describe('as render takes it'),
      time: z.number().nullable(),
      findings: z.number(),
      morePlaces: z.number().describe('places of this frame that are not listed here'),
      places: z.array(place),
    }),
  ),
  notes: z.array(z.string()),
  next: z.string().describe('a call that makes sense now'),
};

export const POSE_INPUT = {
  file: z
    .string()
    .describe('a model, or a pattern of numbered frames such as cloth_%04d.obj; below the allowed folders'),
  cache: z.string().optional().describe('an MDD or PC2 point cache that moves the model'),
  animation: z.string().optional().describe('name or number of an animation; default: all'),
};

/** `check`: which frames hit themselves, where, how badly. */
export function registerCheck(server: McpServer, host: ToolHost): void {
  server.registerTool(
    'check',
    {
      title: 'Find self-intersections',
      description:
        'Finds where a model or animation passes through itself: in which frames, where (by bones or objects), how badly. Exact; no contact is missed. Read-only.',
      inputSchema: z.strictObject({
        ...POSE_INPUT,
        frames: z.string().optional().describe('first:last:step, both included; default: all'),
        ignore: z
          .array(z.string())
          .optional()
          .describe('"Eye*": nothing it meets counts; "Sleeve*,Glove*": nothing between them'),
        ignoreRest: z.boolean().optional().describe('leave out what intersects in the rest pose already'),
        betweenFrames: z.boolean().optional().describe('also what passes through between two frames'),
        proximity: z.string().optional().describe('also what comes so close: 2mm, or 0.002 in the unit of the file'),
      }),
      outputSchema: output,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (input, extra) =>
      answering(async () => {
        const file = await host.folders.findInput(input.file);
        const args = ['check', file, ...configArguments(host), '--json', '-', '--max-memory', String(host.maxMemory)];
        if (input.cache !== undefined) args.push('--cache', await host.folders.findInput(input.cache));
        if (input.animation !== undefined) args.push(`--animation=${input.animation}`);
        if (input.frames !== undefined) args.push(`--frames=${input.frames}`);
        for (const rule of input.ignore ?? []) args.push(`--ignore=${rule}`);
        if (input.ignoreRest) args.push('--ignore-rest');
        if (input.betweenFrames) args.push('--between-frames');
        if (input.proximity !== undefined) args.push(`--proximity=${input.proximity}`);
        const { out, err } = await runFor(host, extra, args);
        return answer(summarize(readReport(out, err), host.folders.shortName(file)));
      }),
  );
}

/** @throws RefusedError if the file could not be read. */
function readReport(out: string, err: string): FileReport {
  const report = JSON.parse(out) as CheckReport;
  const failed = report.files.find((file) => 'error' in file);
  if (failed && 'error' in failed) throw new RefusedError(failed.error.message);
  if (report.files.length !== 1) {
    throw new RefusedError(`check takes one model or sequence, got ${report.files.length}. ${err}`.trim());
  }
  return report.files[0] as FileReport;
}

function summarize(report: FileReport, file: string): Record<string, unknown> {
  const { frames, summary, clips, warnings, suggestions, rest } = report;
  const worst = summary.worstFrames.slice(0, MOST_FRAMES).map(({ index, places, placeCount }) => {
    const { clip, frame, time } = frames[index];
    const listed = places.slice(0, MOST_PLACES).map(describePlace);
    const counts = frames[index];
    const findings = counts.contacts + counts.folded + counts.duplicates + counts.proximities + counts.impacts;
    return {
      animation: clips[clip].name,
      frame,
      time,
      findings,
      morePlaces: placeCount - listed.length,
      places: listed,
    };
  });
  const isClean = summary.framesWithFindings === 0 && summary.failedFrames === 0;
  const notes = [...warnings, ...suggestions];
  const first = worst[0];
  const animation = clips.length > 1 && first ? `, animation: ${JSON.stringify(first.animation)}` : '';
  return {
    verdict: isClean ? 'clean' : 'self-intersects',
    frames: summary.frames,
    framesWithFindings: summary.framesWithFindings,
    framesNotReadable: summary.failedFrames,
    restPoseContacts: rest?.contacts ?? 0,
    worst,
    notes,
    next: first
      ? `render { file: ${JSON.stringify(file)}, frame: ${first.frame}${animation}, place: 1 } shows the worst place; fix { file: ${JSON.stringify(file)}, output: … } moves vertices until no frame hits itself.`
      : 'Nothing to do.',
  };
}

function describePlace({ name, findings, center, measure }: PlaceReport, i: number) {
  const bound = { exact: 'exact', both: 'an upper bound', lower: 'at least' } as const;
  return {
    place: i + 1,
    name,
    findings,
    center: center.map((x) => Number(x.toPrecision(6))),
    ...(measure && {
      severity: measure.severity,
      ...(measure.depth !== undefined && {
        depth: Number(measure.depth.toPrecision(4)),
        depthIs: bound[measure.depthKind],
      }),
    }),
  };
}
