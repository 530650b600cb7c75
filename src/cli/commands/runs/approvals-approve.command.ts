import type { Session } from '../../session.js';
import { decide } from '../../workflows/run-actions.js';

/** Lets a run go on that waits for an approval. */
export function run(session: Session): Promise<void> {
  return decide(session, true);
}
