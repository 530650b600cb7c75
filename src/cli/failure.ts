/** What the process ends with: 0 is success, the rest are the habits of `gh`. */
export const exitCodes = { failure: 1, usage: 2, notLoggedIn: 4 } as const;

export interface FailureOptions {
  readonly exitCode?: number;
  /** Stable slug; that of the gateway's problem where there is one. */
  readonly code?: string;
  /** What to do next, one line each. */
  readonly advice?: readonly string[];
  /** Where exactly it is wrong, one line each. */
  readonly lines?: readonly string[];
  /** Further members of the JSON form. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** The one way for a command to end badly. The message is a sentence for people. */
export class CliFailure extends Error {
  readonly exitCode: number;
  readonly code: string;
  readonly advice: readonly string[];
  readonly lines: readonly string[];
  readonly members: Readonly<Record<string, unknown>>;

  constructor(message: string, options: FailureOptions = {}) {
    super(message);
    this.exitCode = options.exitCode ?? exitCodes.failure;
    this.code = options.code ?? 'failed';
    this.advice = options.advice ?? [];
    this.lines = options.lines ?? [];
    this.members = options.members ?? {};
  }
}

/** The command line itself is wrong; the advice says what would be right. */
export function usageFailure(message: string, ...advice: readonly [...string[], string]): CliFailure {
  return new CliFailure(message, { exitCode: exitCodes.usage, code: 'usage', advice });
}

/** There is no token, or a dead one. */
export function notLoggedIn(message: string, ...advice: string[]): CliFailure {
  return new CliFailure(message, { exitCode: exitCodes.notLoggedIn, code: 'not-logged-in', advice });
}

/** The user has stopped the command, by Ctrl-C or at a prompt. */
export class Interrupted extends Error {
  constructor(readonly exitCode = 130) {
    super('Interrupted');
  }
}
