import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';

/** `oidc-provider`, certified, in a process of its own: it lets in one person without asking. */
export class IssuerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
  ) {}

  static async start(returnAddress: string, subject: string): Promise<IssuerProcess> {
    const file = fileURLToPath(new URL('issuer.mjs', import.meta.url));
    const child = spawn(process.execPath, [file, returnAddress, subject], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [issuer] = (await once(createInterface(child.stdout), 'line')) as [string];
    return new IssuerProcess(child, issuer);
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }
}
