import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { CertifyFileReport } from '../certify/certify-report.ts';
import { answer, answering, RefusedError, runFor, type ToolHost } from './tool-host.ts';

const FILE = z.string().describe('a model below the allowed folders');
/** Of lists in an answer. */
const MOST_NAMES = 50;

/** `info`: what is in a file. */
export function registerInfo(server: McpServer, host: ToolHost): void {
  server.registerTool(
    'info',
    {
      title: 'Say what is in a mesh file',
      description: 'Counts, objects, animations, holes and defects of a mesh file. Read-only.',
      inputSchema: z.strictObject({ file: FILE }),
      outputSchema: {
        format: z.string(),
        vertices: z.number(),
        triangles: z.number(),
        closed: z.boolean(),
        boundaryEdges: z.number(),
        nonManifoldEdges: z.number(),
        components: z.number(),
        objects: z.array(z.string()),
        animations: z.array(z.object({ name: z.string(), seconds: z.number() })),
        warnings: z.array(z.string()),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ file }, extra) =>
      answering(async () => {
        const { out, err } = await runFor(host, extra, ['info', await host.folders.findInput(file), '--json']);
        const [info] = JSON.parse(out);
        if (!info) throw new RefusedError(err.trim());
        const { format, vertices, triangles, boundaryEdges, nonManifoldEdges, components } = info;
        const objects = info.objects.map(({ name }: { name: string }) => name);
        const animations = info.animations.map(({ name, seconds }: { name: string; seconds: number }) => ({
          name,
          seconds,
        }));
        const warnings = [...info.warnings];
        for (const [what, list] of Object.entries({ objects, animations })) {
          if (list.length > MOST_NAMES) warnings.push(`${list.length - MOST_NAMES} more ${what} are not listed`);
        }
        return answer({
          ...{ format, vertices, triangles, closed: boundaryEdges === 0 && nonManifoldEdges === 0 },
          ...{ boundaryEdges, nonManifoldEdges, components },
          objects: objects.slice(0, MOST_NAMES),
          animations: animations.slice(0, MOST_NAMES),
          warnings,
        });
      }),
  );
}

/** `certify`: how far morph targets may go. */
export function registerCertify(server: McpServer, host: ToolHost): void {
  server.registerTool(
    'certify',
    {
      title: 'Prove how far morph targets may go',
      description:
        'Proves for every morph target of a glTF which weights keep the mesh free of contacts beyond those at rest. What is called free is proved. Read-only.',
      inputSchema: z.strictObject({
        file: FILE,
        object: z.string().optional().describe('name or number of the object, where several have morph targets'),
        ranges: z.array(z.string()).optional().describe('0:1 for all targets, or jawOpen=0:0.7'),
      }),
      outputSchema: {
        object: z.string(),
        status: z.enum(['free', 'collides', 'undecided']),
        contactsAtRest: z.number(),
        targets: z.array(
          z.object({
            name: z.string(),
            status: z.string(),
            freeFrom: z.number(),
            freeTo: z.number(),
            of: z.array(z.number()),
          }),
        ),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ file, object, ranges = [] }, extra) =>
      answering(async () => {
        const args = ['certify', await host.folders.findInput(file), '--json', '-', '--quiet'];
        if (object !== undefined) args.push(`--object=${object}`);
        for (const range of ranges) args.push(`--range=${range}`);
        const { out } = await runFor(host, extra, args);
        const report = JSON.parse(out) as CertifyFileReport;
        const targets = report.targets.map(({ name, status, freeLow, freeHigh, low, high }) => ({
          ...{ name, status, freeFrom: freeLow, freeTo: freeHigh },
          of: [low, high],
        }));
        return answer({ object: report.object, status: report.status, contactsAtRest: report.rest.contacts, targets });
      }),
  );
}
