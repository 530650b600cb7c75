import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('asking/asking-server.mjs', import.meta.url));
const stdioScript = fileURLToPath(new URL('asking/asking-stdio.mjs', import.meta.url));

/** Entry of the operator's file for the server whose tools ask, over stdio. */
export function askingStdio(
  env: Readonly<Record<string, string>> = {},
  options: object = {},
  question: readonly string[] = [],
): object {
  return { command: process.execPath, args: [stdioScript, ...question], env, ...options };
}

/** The server whose tools ask, as a process with a port. */
export class AskingServer {
  private constructor(
    readonly url: string,
    private readonly kill: () => Promise<void>,
  ) {}

  static async start(
    kind: 'http' | 'sse',
    env: Readonly<Record<string, string>> = {},
    question: readonly string[] = [],
  ): Promise<AskingServer> {
    const child = spawn(process.execPath, [script, kind, ...question], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    const ended = new Promise<void>((resolve) =>
      child.once('exit', () => {
        resolve();
      }),
    );
    for await (const port of createInterface({ input: child.stdout })) {
      const url = `http://127.0.0.1:${port}/${kind === 'sse' ? 'sse' : 'mcp'}`;
      return new AskingServer(url, async () => {
        child.kill('SIGKILL');
        await ended;
      });
    }
    throw new Error('the asking server has not started');
  }

  close(): Promise<void> {
    return this.kill();
  }
}
