import { readFileSync } from 'node:fs';
import { LinkFailure } from '../../mcp/wire/link-failure.js';

/** CAP_KILL, CAP_SETGID and CAP_SETUID of capabilities(7), as bits. */
const needed = (1n << 5n) | (1n << 6n) | (1n << 7n);

/** Who is in a sandbox of a gateway that is root: even without rights root may write to /proc/sys, and so leave it. */
export const nobody = { uid: 65_534, gid: 65_534 } as const;

/** Whether the gateway is root. */
export function isRootUser(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Rejects `run.as` where it would hold nothing in. Rights that somebody other than root was given (ambient capabilities) would stay with
 * the child through the change of the user, and take it back.
 */
export function requireOtherUsers(): void {
  if (isRootUser() && (process.platform !== 'linux' || hasRights())) return;
  throw new LinkFailure(
    'not-usable',
    'The server was not started, as it is to run as another user (run.as) and the gateway may not change users: that takes root with CAP_SETUID, CAP_SETGID and CAP_KILL. Run the gateway so, or run it as somebody else and have the operator use run.sandbox instead.',
  );
}

function hasRights(): boolean {
  const line = /^CapEff:\s*([\da-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1'));
  return (BigInt(`0x${line?.[1] ?? '0'}`) & needed) === needed;
}
