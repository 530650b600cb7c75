import { execFile } from 'node:child_process';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import { bwrapWalls } from './bwrap-arguments.js';
import { findCommand } from './find-command.js';
import type { Launch } from '../links/launch.js';

const timeoutMs = 10_000;

/** Finds out whether bubblewrap can make a sandbox here: it may not be installed, and kernels and containers may forbid it. */
export class SandboxCheck {
  private readonly passed = new Map<string, string>();

  /**
   * Where bubblewrap is, which works for that user. What worked once is believed; what did not is tried anew. Rejects with a `LinkFailure`
   * that says why not and what to do.
   */
  async require(as: Launch['as'], hasNetwork: boolean, path: string | undefined): Promise<string> {
    const key = JSON.stringify([as, hasNetwork]);
    const known = this.passed.get(key);
    if (known !== undefined) return known;
    const [bwrap] = await findCommand('bwrap', '/', path);
    if (bwrap === undefined)
      throw refused('bubblewrap (bwrap) is not installed where the gateway runs', 'Install it');
    const said = await tryOut(bwrap, as, hasNetwork);
    if (said !== undefined)
      throw refused(`bubblewrap cannot make one here (${said})`, 'Let it make user namespaces');
    this.passed.set(key, bwrap);
    return bwrap;
  }
}

/** What it complains of; `undefined` when it works. */
function tryOut(bwrap: string, as: Launch['as'], hasNetwork: boolean): Promise<string | undefined> {
  const root = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'];
  const args = [...bwrapWalls(hasNetwork), ...root, '--', '/bin/true'];
  return new Promise((resolve) => {
    execFile(bwrap, args, { timeout: timeoutMs, cwd: '/', env: {}, ...as }, (error, _stdout, stderr) => {
      const [line = ''] = stderr.trim().split('\n', 1);
      resolve(error === null ? undefined : line || String((error as NodeJS.ErrnoException).code));
    });
  });
}

function refused(why: string, remedy: string): LinkFailure {
  return new LinkFailure(
    'not-usable',
    `The server was not started: it is to run in a sandbox, and ${why}. ${remedy}, or have the operator say otherwise in run.sandbox.`,
  );
}
