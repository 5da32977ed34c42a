import { Command, Option } from 'commander';
import type { Terminal } from '../check/run-check.ts';
import { InvalidShell, writeCompletion } from '../completion/write-completion.ts';
import { UsageError } from '../failure.ts';

/** `selfcollide completion`; `program` is asked for when it is complete. */
export function completionCommand({ out }: Terminal, program: () => Command): Command {
  return new Command('completion')
    .summary('write what a shell needs to complete commands and options')
    .description('Writes a script for bash, zsh or fish that completes commands, options and their values.')
    .argument('<shell>', 'bash, zsh or fish')
    .addHelpText('after', EXAMPLES)
    .action((shell: string) => {
      const commands = program().commands.map((command) => ({
        name: command.name(),
        summary: command.summary(),
        options: [...command.options, new Option('-h, --help', 'display help for command')].map((option) => ({
          name: option.long!,
          summary: option.description,
          takesValue: option.required || option.optional,
          choices: option.argChoices ?? [],
        })),
      }));
      try {
        out.write(writeCompletion(shell, commands));
      } catch (error) {
        if (error instanceof InvalidShell) throw new UsageError(error.message);
        throw error;
      }
    });
}

const EXAMPLES = `
Examples:
  $ source <(selfcollide completion bash)                  # in ~/.bashrc
  $ selfcollide completion zsh > ~/.zfunc/_selfcollide     # a folder in fpath, before compinit
  $ selfcollide completion fish > ~/.config/fish/completions/selfcollide.fish`;
