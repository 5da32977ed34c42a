import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { readVersion } from '../version.ts';
import { registerCheck } from './check-tool.ts';
import { registerFix } from './fix-tool.ts';
import { registerCertify, registerInfo } from './read-tools.ts';
import { registerRender } from './render-tool.ts';
import type { ToolHost } from './tool-host.ts';

/** Serves the Model Context Protocol on standard input and output until the client leaves. */
export async function serveMcp(host: ToolHost): Promise<void> {
  const server = new McpServer({ name: 'selfcollide', version: readVersion() }, { instructions: INSTRUCTIONS });
  registerCheck(server, host);
  registerInfo(server, host);
  registerRender(server, host);
  registerCertify(server, host);
  registerFix(server, host);
  const transport = new StdioServerTransport();
  const left = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    // the transport does not notice by itself that its client has gone
    process.stdin.once('end', () => void server.close());
  });
  await server.connect(transport);
  await left;
}

const INSTRUCTIONS =
  'Finds where 3D models and animations pass through themselves, exactly, and repairs clips. Usual order: check, render the worst place, fix to a new file, check the new file. Names of files are relative to the first allowed folder.';
