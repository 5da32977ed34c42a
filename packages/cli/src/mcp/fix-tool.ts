import { existsSync } from 'node:fs';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { expandInputs } from '../source/expand-inputs.ts';
import { filesOf } from '../source/input.ts';
import { OutsideError } from './allowed-folders.ts';
import { POSE_INPUT } from './check-tool.ts';
import { answer, answering, runFor, type ToolHost } from './tool-host.ts';

/** What `fix --json` writes, as far as it is told on. */
interface FixJson {
  readonly starts: readonly string[];
  readonly frames: readonly {
    readonly clip: string;
    readonly number: number;
    readonly before: number;
    readonly after: number;
    readonly largest: number;
  }[];
}

const MOST_LEFT = 20;

/** `fix`: moves vertices until no frame hits itself, and writes that. The only tool that writes. */
export function registerFix(server: McpServer, host: ToolHost): void {
  server.registerTool(
    'fix',
    {
      title: 'Repair self-intersections',
      description:
        'Moves vertices of a clip apart where they would pass through each other, as little as it can, and writes the result to a new file. What touches in the rest pose may go on touching. Never writes over the input. Frames that cannot be freed are named and stay as they were.',
      inputSchema: z.strictObject({
        ...POSE_INPUT,
        output: z
          .string()
          .optional()
          .describe(
            'new file: .glb for a GLB (corrective morph targets), .pc2, or frame_%04d.obj; required unless dryRun',
          ),
        dryRun: z.boolean().optional().describe('do all of it but write nothing'),
        overwrite: z.boolean().optional().describe('an output that is there already may be replaced; never an input'),
        gap: z.string().optional().describe('how far apart to push: 1mm, or 0.001 in the unit of the file'),
        hold: z.array(z.string()).optional().describe('names of objects that must not move'),
      }),
      outputSchema: {
        frames: z.number(),
        framesBefore: z.number().describe('frames with contacts beyond those of the rest pose, in the input'),
        framesAfter: z.number().describe('the same of the output; 0: it is free of them, proved'),
        notFreed: z.array(z.string()),
        largestMove: z.number().describe("of any vertex, in the model's unit"),
        startedAt: z.array(z.string()),
        written: z.string().nullable(),
        next: z.string(),
      },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (input, extra) =>
      answering(async () => {
        const file = await host.folders.findInput(input.file);
        const args = ['fix', file, '--json', '-', '--quiet'];
        if (input.cache !== undefined) args.push('--cache', await host.folders.findInput(input.cache));
        if (input.animation !== undefined) args.push(`--animation=${input.animation}`);
        if (input.gap !== undefined) args.push(`--gap=${input.gap}`);
        for (const name of input.hold ?? []) args.push(`--hold=${name}`);
        const output = input.dryRun ? undefined : await findOutput(host, input.output, input.overwrite === true);
        args.push(...(output === undefined ? ['--dry-run'] : ['--output', output]));
        const { out } = await runFor(host, extra, args);
        return answer(summarize(JSON.parse(out) as FixJson, output && host.folders.shortName(output)));
      }),
  );
}

/** @throws OutsideError if nothing may be written there. */
async function findOutput(
  { folders, mayWrite }: ToolHost,
  name: string | undefined,
  overwrite: boolean,
): Promise<string> {
  if (!mayWrite) throw new OutsideError('fix: this server is read-only; dryRun: true tells what it would do.');
  if (name === undefined) throw new OutsideError('fix: output must be given, or dryRun: true.');
  const path = folders.findOutput(name);
  for (const there of (await expandInputs([path])).flatMap(filesOf)) {
    if (!existsSync(there)) continue;
    folders.findOutput(there); // a link may lead out
    if (!overwrite)
      throw new OutsideError(`fix: ${folders.shortName(there)} is there already; overwrite: true replaces it.`);
  }
  return path;
}

function summarize({ frames, starts }: FixJson, written: string | undefined): Record<string, unknown> {
  const left = frames.filter(({ after }) => after > 0);
  const names = left.map(({ clip, number, after }) => `${clip} ${number}: ${after} contacts`);
  return {
    frames: frames.length,
    framesBefore: frames.filter(({ before }) => before > 0).length,
    framesAfter: left.length,
    notFreed: names.length > MOST_LEFT ? [...names.slice(0, MOST_LEFT), `and ${names.length - MOST_LEFT} more`] : names,
    largestMove: frames.reduce((most, { largest }) => Math.max(most, largest), 0),
    startedAt: [...new Set(starts)],
    written: written ?? null,
    next: written
      ? `check { file: ${JSON.stringify(written)}, ignoreRest: true } shows that it is free.`
      : 'Nothing was written.',
  };
}
