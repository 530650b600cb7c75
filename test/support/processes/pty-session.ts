import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { waitFor } from '../wait-for.js';

interface PtyOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** `script` of util-linux, which gives a command a terminal. It is on every Debian. */
const hasScript = ((): boolean => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
})();

/** Says whether there are terminals to test with. Without them the tests say so loudly, and under CI they fail. */
export function hasTerminals(): boolean {
  if (hasScript) return true;
  if (process.env['CI'] === 'true')
    throw new Error('util-linux `script` is missing: no terminal to test with');
  console.warn('NOT TESTED: util-linux `script` is missing, so there is no terminal to test with.');
  return false;
}

/** A command on a terminal of its own. */
export class PtySession {
  /** All that the terminal has shown, escape sequences included. */
  output = '';
  private seen = 0;

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdin.on('error', () => undefined);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  static start(command: readonly string[], { cwd, env }: PtyOptions): PtySession {
    const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    // `exec`: Ctrl-C and the exit code are the command's own, not those of a shell around it.
    const child = spawn('script', ['-qefc', `exec ${quoted}`, '/dev/null'], {
      cwd,
      env: { ...env, SHELL: '/bin/sh' },
    });
    return new PtySession(child);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** What was shown, without colours and movements. */
  get text(): string {
    // The lint rule no-control-regex is right in general; a terminal's output is made of such characters.
    return this.output
      .replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g'), '')
      .replaceAll('\r', '');
  }

  /** Waits until `text` is shown after all that was waited for before. */
  async sees(text: string): Promise<void> {
    const at = await waitFor(`"${text}" in:\n${this.text}`, () => {
      const found = this.text.indexOf(text, this.seen);
      return found < 0 ? undefined : found + 1;
    }).catch((error: unknown) => {
      throw new Error(`"${text}" was not shown:\n${this.text}`, { cause: error });
    });
    this.seen = at - 1 + text.length;
  }

  type(text: string): void {
    this.child.stdin.write(text);
  }

  enter(text = ''): void {
    this.type(`${text}\r`);
  }

  ctrlC(): void {
    this.type('\u0003');
  }

  /** The exit code. */
  async end(): Promise<number> {
    if (this.child.exitCode === null) await once(this.child, 'close');
    return this.child.exitCode ?? -1;
  }

  async close(): Promise<void> {
    if (this.child.exitCode === null) this.child.kill('SIGKILL');
    await this.end();
  }
}
