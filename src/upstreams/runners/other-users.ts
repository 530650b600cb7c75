import { readFileSync } from 'node:fs';
import { LinkFailure } from '../links/link-failure.js';

/** CAP_KILL, CAP_SETGID and CAP_SETUID of capabilities(7), as bits. */
const needed = (1n << 5n) | (1n << 6n) | (1n << 7n);

/**
 * Rejects `run.as` where it would hold nothing in. Rights that somebody other than root was given (ambient capabilities) would stay with
 * the child through the change of the user, and take it back.
 */
export function requireOtherUsers(): void {
  if (process.getuid?.() === 0 && (process.platform !== 'linux' || hasRights())) return;
  throw new LinkFailure(
    'not-usable',
    'The server was not started, as it is to run as another user (run.as) and the gateway may not change users: that takes root with CAP_SETUID, CAP_SETGID and CAP_KILL. Run the gateway so, or have the operator use run.sandbox instead.',
  );
}

function hasRights(): boolean {
  const line = /^CapEff:\s*([\da-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1'));
  return (BigInt(`0x${line?.[1] ?? '0'}`) & needed) === needed;
}
