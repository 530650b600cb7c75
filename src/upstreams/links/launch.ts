/** How a child process is started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  /** Another user than that of the gateway. */
  readonly as?: { readonly uid: number; readonly gid: number } | undefined;
  /** What it reads from descriptor 3, which nobody else sees. */
  readonly told?: string;
}
