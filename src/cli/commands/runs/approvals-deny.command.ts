import type { Session } from '../../session.js';
import { decide } from '../../workflows/run-actions.js';

/** Tells a run that waits for an approval that it does not get one. */
export function run(session: Session): Promise<void> {
  return decide(session, false);
}
