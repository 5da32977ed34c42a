/** A command as completion needs it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly {
    readonly name: string;
    readonly summary: string;
    readonly takesValue: boolean;
    readonly choices: readonly string[];
  }[];
}

export class InvalidShell extends Error {}

/** The script for a shell, written for these commands: nothing is started while the user types. */
export function writeCompletion(shell: string, commands: readonly CompletedCommand[]): string {
  switch (shell) {
    case 'bash':
      return writeBash(commands);
    case 'zsh':
      return writeZsh(commands);
    case 'fish':
      return writeFish(commands);
    default:
      throw new InvalidShell(`completion: shell must be bash, zsh or fish, got ${shell}.`);
  }
}

function writeBash(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const byCommand = commands.map(
    ({ name, options }) => `    ${name}) words='${options.map((option) => option.name).join(' ')}' ;;`,
  );
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map((option) => `    '${name} ${option.name}') words='${option.choices.join(' ')}' ;;`),
  );
  return `# bash completion of selfcollide; file names complete as usual
_selfcollide() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names} --help --version' -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${values.join('\n')}
  esac
  if [ -z "$words" ]; then
    case "$current" in -*) ;; *) return ;; esac
    case "\${COMP_WORDS[1]}" in
${byCommand.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _selfcollide selfcollide
`;
}

function writeZsh(commands: readonly CompletedCommand[]): string {
  const quote = (text: string) => text.replaceAll("'", "'\\''");
  const inBrackets = (text: string) => quote(text).replace(/[[\]\\:]/g, '\\$&');
  const list = commands.map(({ name, summary }) => `    '${name}:${quote(summary).replaceAll(':', '\\:')}'`).join('\n');
  const cases = commands.map(({ name, options }) => {
    const specs = options.map((option) => {
      const value = option.takesValue
        ? `:value:${option.choices.length > 0 ? `(${option.choices.join(' ')})` : '_files'}`
        : '';
      return `        '*${option.name}[${inBrackets(option.summary)}]${value}'`;
    });
    return `    ${name})\n      _arguments \\\n${specs.map((spec) => `${spec} \\`).join('\n')}\n        '*:file:_files'\n      ;;`;
  });
  return `#compdef selfcollide
_selfcollide() {
  local -a commands
  commands=(
${list}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
if [ "\${funcstack[1]}" = _selfcollide ]; then _selfcollide "$@"; else compdef _selfcollide selfcollide; fi
`;
}

function writeFish(commands: readonly CompletedCommand[]): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c selfcollide -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
    ...options.map((option) => {
      const value =
        option.choices.length > 0 ? ` -x -a ${quote(option.choices.join(' '))}` : option.takesValue ? ' -r' : '';
      const when = quote(`__fish_seen_subcommand_from ${name}`);
      return `complete -c selfcollide -n ${when} -l ${option.name.slice(2)}${value} -d ${quote(option.summary)}`;
    }),
  ]);
  return `# fish completion of selfcollide\n${lines.join('\n')}\n`;
}
