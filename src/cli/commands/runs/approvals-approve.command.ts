import type { CommandSession } from '../../session.js';
import { decideApproval } from '../../workflows/run-actions.js';

/** Lets a run go on that waits for an approval. */
export function run(session: CommandSession): Promise<void> {
  return decideApproval(session, true);
}
