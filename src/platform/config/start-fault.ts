/** Exit codes of sysexits.h: `EX_CONFIG`, which starting again does not help, and `EX_TEMPFAIL`, which may pass. */
export const startExitCodes = { config: 78, passing: 75 } as const;

/** Why the gateway cannot start, in a sentence, and what to do about it in another. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
  readonly exitCode: number;

  constructor(
    kind: keyof typeof startExitCodes,
    readonly detail: string,
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${detail} ${remedy}`, options);
    this.exitCode = startExitCodes[kind];
  }
}
