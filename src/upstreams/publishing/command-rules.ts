import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { ServerTarget } from '../declared/server-definition.js';

/** A command runs on the machine of the gateway: only somebody who has just proved to be there may name one. */
const freshMs = 600_000;

/**
 * Whether somebody may have this run: what is not a command, what runs already, or in a browser that was signed in within the last ten
 * minutes. Throws `sign-in-again`, `stdio-not-allowed`.
 */
export function requireMayRun(
  { session }: UserPrincipal,
  target: ServerTarget,
  { isOff, now, former }: { readonly isOff: boolean; readonly now: number; readonly former?: ServerTarget },
): void {
  if (target.transport !== 'stdio' || JSON.stringify(target) === JSON.stringify(former)) return;
  if (isOff)
    throw new Problem(
      'stdio-not-allowed',
      "PUBLISH_COMMANDS is off: servers that are commands stand in the operator's file.",
    );
  if (session === undefined || now - session.signedInAt > freshMs)
    throw new Problem(
      'sign-in-again',
      'A command runs on the machine of the gateway. It can be added or changed in a browser only, within ten minutes of signing in.',
    );
}
