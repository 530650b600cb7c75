import type { CommandSession } from '../../session.js';
import { decideApproval } from '../../workflows/run-actions.js';

/** Tells a run that waits for an approval that it does not get one. */
export function run(session: CommandSession): Promise<void> {
  return decideApproval(session, false);
}
