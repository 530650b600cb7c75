import { execFile } from 'node:child_process';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import { bwrapWalls, type Walls } from './bwrap-arguments.js';
import { findCommand } from './find-command.js';
import { refusedCalls } from './refused-calls.js';
import { userLimits } from './user-limits.js';
import type { Launch } from '../links/launch.js';

const timeoutMs = 10_000;

/** Finds out whether bubblewrap can make a sandbox here: it may not be installed, and kernels and containers may forbid it. */
export class SandboxCheck {
  private readonly passed = new Map<string, readonly string[]>();

  /**
   * The command that runs bubblewrap within the limits of a sandbox's user, and works for that user. What worked once is believed; what failed is tried again. Rejects with a `LinkFailure`
   * that says why not and what to do.
   */
  async require(as: Launch['as'], walls: Walls, path: string | undefined): Promise<readonly string[]> {
    const key = JSON.stringify([as, walls]);
    const known = this.passed.get(key);
    if (known !== undefined) return known;
    const [bwrap] = await findCommand('bwrap', '/', path);
    if (bwrap === undefined)
      throw refused('bubblewrap (bwrap) is not installed where the gateway runs', 'Install it');
    const command = [...(await userLimits(path)), bwrap];
    const said = await tryOut(command, as, walls);
    if (said !== undefined) throw refused(`bubblewrap cannot make one here (${said})`, remedyOf(said));
    this.passed.set(key, command);
    return command;
  }
}

/** What it complains of; `undefined` when it works. */
function tryOut(
  [program = '', ...before]: readonly string[],
  as: Launch['as'],
  walls: Walls,
): Promise<string | undefined> {
  const root = ['--ro-bind', '/', '/', ...bwrapWalls(walls), '--proc', '/proc'];
  const args = [...before, ...root, '--seccomp', '0', '--', '/bin/true'];
  const calls = refusedCalls();
  return new Promise((resolve) => {
    const options = { timeout: timeoutMs, cwd: '/', env: {}, ...as };
    const { stdin } = execFile(program, args, options, (error, _stdout, stderr) => {
      const [line = ''] = stderr.trim().split('\n', 1);
      resolve(error === null ? undefined : line || String((error as NodeJS.ErrnoException).code));
    });
    stdin?.on('error', () => undefined).end(calls);
  });
}

function remedyOf(said: string): string {
  if (said.includes('/proc/sys/')) return 'Let it write to /proc/sys/user';
  return /unknown option/i.test(said) ? 'Install version 0.8 or later' : 'Let it make user namespaces';
}

function refused(why: string, remedy: string): LinkFailure {
  return new LinkFailure(
    'not-usable',
    `The server was not started: it is to run in a sandbox, and ${why}. ${remedy}, or have the operator say otherwise in run.sandbox.`,
  );
}
