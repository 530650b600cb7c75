/** What a process is held in by from outside. */
export interface Enclosure {
  /** Takes down what is left of it once the process has ended; says why it was ended, if it was for leaving its bounds. */
  readonly leave: () => Promise<string | undefined>;
}

/** How a child process is started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  /** Another user than that of the gateway. */
  readonly as?: { readonly uid: number; readonly gid: number } | undefined;
  /** What it reads from descriptor 3 and those behind it, which nobody else sees. */
  readonly told?: readonly (string | Buffer)[];
  /** Inspects its sandbox before the program begins; `pid`: the process in it. Two descriptors behind those of `told` are for this. */
  readonly inspect?: (pid: number) => Promise<void>;
  /** Holds it in before it is told anything. Rejects with a `LinkFailure`. */
  readonly enclose?: (pid: number) => Promise<Enclosure>;
}
