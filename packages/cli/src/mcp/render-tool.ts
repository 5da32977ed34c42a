import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { POSE_INPUT } from './check-tool.ts';
import { answer, answering, configArguments, RefusedError, runFor, type ToolHost } from './tool-host.ts';

/** `render`: a picture of one place. */
export function registerRender(server: McpServer, host: ToolHost): void {
  server.registerTool(
    'render',
    {
      title: 'Draw a place where a model hits itself',
      description:
        'A PNG of one place: on the left the whole model with a ring around the place, on the right a close-up from the side on which most of it is in sight. Red is what hits at this place, pale red what hits elsewhere. Read-only.',
      inputSchema: z.strictObject({
        ...POSE_INPUT,
        frame: z.number().int().optional().describe('number of a frame, as check gives it; default: the worst'),
        place: z.number().int().min(1).optional().describe('number of a place in that frame, from 1; default: 1'),
      }),
      outputSchema: { shown: z.string().describe('what the picture shows') },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (input, extra) =>
      answering(async () => {
        const file = await host.folders.findInput(input.file);
        const folder = await mkdtemp(join(tmpdir(), 'selfcollide-mcp-'));
        try {
          const picture = join(folder, 'place.png');
          const args = ['check', file, ...configArguments(host), '--picture', picture];
          args.push('--max-memory', String(host.maxMemory));
          if (input.cache !== undefined) args.push('--cache', await host.folders.findInput(input.cache));
          if (input.animation !== undefined) args.push(`--animation=${input.animation}`);
          if (input.frame !== undefined) args.push(`--frames=${input.frame}`);
          if (input.place !== undefined) args.push(`--place=${input.place}`);
          const { out, err } = await runFor(host, extra, args);
          const shown = /^Wrote .*?\.png: (.*)$/m.exec(out)?.[1];
          if (shown === undefined) throw new RefusedError(err.trim() || 'there is nothing to draw.');
          const data = (await readFile(picture)).toString('base64');
          return answer({ shown }, [{ type: 'image', data, mimeType: 'image/png' }]);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),
  );
}
