import { GantryProblem } from '../../../client/problem.js';
import { failureOf } from '../../report-failure.js';
import { failedCheck, type OAuthCheck, type OAuthCheckName } from './oauth-check.js';
import type { ProbeAnswer } from './probe.js';

/** An answer, or the check that failed since there was none. */
export async function asked(
  name: OAuthCheckName,
  ask: () => Promise<ProbeAnswer>,
): Promise<ProbeAnswer | OAuthCheck> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GantryProblem)) throw error;
    return failedCheck(name, failureOf(error).message, 'Is the address right, and is it reached from here?');
  }
}
