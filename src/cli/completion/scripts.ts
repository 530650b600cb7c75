import { commandOptions, commandWords, type CommandFacts } from '../command-facts.js';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A command with its words and the long flags that it takes. */
interface Entry {
  readonly words: readonly string[];
  readonly summary: string;
  readonly options: Readonly<Record<string, string>>;
  /** Whether an operand is a path. */
  readonly takesFile: boolean;
}

/** The script that teaches a shell to complete the commands. */
export function completionScript(shell: Shell, commands: readonly CommandFacts[]): string {
  const entries = commands.map(toEntry);
  const groups = [
    ...new Set(entries.filter(({ words }) => words.length > 1).map(({ words }) => String(words[0]))),
  ];
  switch (shell) {
    case 'bash':
      return bash(entries, groups);
    case 'zsh':
      // zsh runs bash's completion functions; what is special is only how they are loaded.
      return `#compdef gantry\nautoload -Uz bashcompinit && bashcompinit\n${bash(entries, groups)}`;
    case 'fish':
      return fish(entries, groups);
  }
}

function toEntry(command: CommandFacts): Entry {
  return {
    words: commandWords(command),
    summary: command.summary,
    options: { ...commandOptions(command), '--help': 'show help' },
    takesFile: /[<[]file(?:\.\.\.)?[\]>]/.test(command.usage),
  };
}

function longFlags(options: Readonly<Record<string, string>>): string[] {
  return Object.keys(options).map((flags) => /--[a-z-]+/.exec(flags)?.[0] ?? '');
}

function bash(entries: readonly Entry[], groups: readonly string[]): string {
  const firstWords = [...new Set(entries.map(({ words }) => String(words[0])))];
  const cases = entries.map(
    ({ words, options }) => `    '${words.join(' ')}') words='${longFlags(options).join(' ')}' ;;`,
  );
  const subcommands = groups.map((group) => {
    const names = entries.filter(({ words }) => words[0] === group).map(({ words }) => String(words[1]));
    return `    '${group}') words='${names.join(' ')}' ;;`;
  });
  return `_gantry() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" words=''
  case "$command" in ${groups.join('|')})
    [ "$COMP_CWORD" -gt 2 ] && command="$command \${COMP_WORDS[2]}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${firstWords.join(' ')}'
  else case "$command" in
${[...subcommands, ...cases].join('\n')}
  esac; fi
  if [[ "$current" == -* || "$COMP_CWORD" -eq 1 ]] || [[ "$words" != *--* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -F _gantry gantry
`;
}

function fish(entries: readonly Entry[], groups: readonly string[]): string {
  const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = entries.flatMap(({ words, summary, options, takesFile }) => {
    const [first = '', second] = words;
    const where =
      second === undefined
        ? [`complete -c gantry -n __fish_use_subcommand -a ${first} -d ${quote(summary)}`]
        : [
            `complete -c gantry -n '__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${second}' -a ${second} -d ${quote(summary)}`,
          ];
    const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const flags = Object.entries(options).map(([flag, description]) => {
      const long = /--([a-z-]+)/.exec(flag)?.[1] ?? '';
      const takesValue = flag.includes('<path>') ? ' -rF' : flag.includes('<') ? ' -r' : '';
      return `complete -c gantry -n '${seen}' -l ${long}${takesValue} -d ${quote(description)}`;
    });
    const files = takesFile ? [`complete -c gantry -n '${seen}' -F`] : [];
    return [...where, ...flags, ...files];
  });
  const parents = groups.map((group) => `complete -c gantry -n __fish_use_subcommand -a ${group}`);
  return `${['complete -c gantry -f', ...parents, ...lines].join('\n')}\n`;
}
