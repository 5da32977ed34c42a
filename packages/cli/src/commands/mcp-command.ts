import { Command } from 'commander';
import { UsageError } from '../failure.ts';
import { AllowedFolders } from '../mcp/allowed-folders.ts';
import { wholeNumber } from './parse-values.ts';

interface McpFlags {
  readonly readOnly: boolean;
  readonly timeout: number;
  readonly maxMemory: number;
}

/** `selfcollide mcp`. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .summary('serve agents: the Model Context Protocol on standard input and output')
    .description(
      'Lets an agent check, look at, certify and fix models, by the Model Context Protocol on standard input and output.\n' +
        'It reads and writes nothing outside of the folders given, and writes only what fix is told to write.',
    )
    .argument('<folders...>', 'folders that the agent may use')
    .option('--read-only', 'no tool writes; fix tells what it would do', false)
    .option('--timeout <seconds>', 'stop a command that takes longer', wholeNumber, 600)
    .option('--max-memory <megabytes>', 'give up a check that needs more', wholeNumber, 4096)
    .addHelpText('after', HELP)
    .action(async (folders: string[], { readOnly, timeout, maxMemory }: McpFlags) => {
      const { serveMcp } = await import('../mcp/serve-mcp.ts');
      await serveMcp({ folders: allow(folders), mayWrite: !readOnly, timeout, maxMemory });
    });
}

function allow(folders: readonly string[]): AllowedFolders {
  try {
    return new AllowedFolders(folders);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const HELP = `
In the settings of a client:
  { "mcpServers": { "selfcollide": { "command": "npx", "args": ["selfcollide", "mcp", "/path/to/models"] } } }

Tools: check, info, render, certify, fix.

Examples:
  $ selfcollide mcp models
  $ selfcollide mcp models exports --read-only --timeout 120`;
