/** Parts of the help, in its order. */
export const commandGroups = {
  start: 'Start',
  tools: 'Tools',
  apps: 'Apps',
  workflows: 'Workflows',
  people: 'People',
  operate: 'Operate',
} as const;

export type CommandGroup = keyof typeof commandGroups;

/** What is known of a command without running it: commander, completions and the manual are made of it. */
export interface CommandFacts {
  /** `keys create`, with its operands: `<must>`, `[may]`. */
  readonly usage: string;
  readonly summary: string;
  readonly group: CommandGroup;
  /** Flags as commander writes them, with what they are for. An option with `…` behind its operand may be given again and again. */
  readonly options?: Readonly<Record<string, string>>;
  /** Works on one app: takes --app. */
  readonly ofApp?: true;
  readonly examples: readonly [string, ...string[]];
}

/** Options that every command takes, before or behind its name. */
export const globalOptions: Readonly<Record<string, string>> = {
  '--url <address>': 'the gateway (before GANTRY_URL and the login)',
  '--token-file <path>': 'read the token from a file (before GANTRY_TOKEN and the login)',
  '--json': 'print the result as JSON',
};

const appOption: Readonly<Record<string, string>> = {
  '--app <app>': 'the app (before GANTRY_APP and the link of the folder)',
};

/** All options of a command. */
export function commandOptions({
  options,
  ofApp,
}: Pick<CommandFacts, 'options' | 'ofApp'>): Readonly<Record<string, string>> {
  return { ...options, ...(ofApp ? appOption : {}), ...globalOptions };
}

/** The words of its name: `keys create`. */
export function commandWords({ usage }: Pick<CommandFacts, 'usage'>): readonly string[] {
  return usage.split(' ').filter((word) => /^[a-z]/.test(word));
}
