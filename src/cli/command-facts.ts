/** What is known of a command without running it: commander, completions and the manual are made of it. */
export interface CommandFacts {
  /** `keys create`, with its operands: `<must>`, `[may]`. */
  readonly usage: string;
  readonly summary: string;
  /** Flags as commander writes them, with what they are for. An option with `…` behind its operand may be given again and again. */
  readonly options?: Readonly<Record<string, string>>;
  /** Works on one app: takes --app. */
  readonly ofApp?: true;
  readonly examples?: readonly string[];
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
export function optionsOf({ options, ofApp }: CommandFacts): Readonly<Record<string, string>> {
  return { ...options, ...(ofApp ? appOption : {}), ...globalOptions };
}
