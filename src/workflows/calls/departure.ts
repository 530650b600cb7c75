import { Problem } from '../../kernel/problems/problem.js';
import type { StepCall } from '../interpreter/tool-access.port.js';

/** The moment in which a call leaves. Why it could not is the run's own business: the server is not to blame, and the caller gets it as it was thrown. */
export class Departure {
  private obstacle: { readonly error: unknown } | undefined;

  constructor(private readonly call: Pick<StepCall, 'leaving'>) {}

  /** Throws `client-closed-request` in place of what stood in the way. */
  async allow(): Promise<void> {
    try {
      await this.call.leaving();
    } catch (error) {
      this.obstacle = { error };
      throw new Problem('client-closed-request');
    }
  }

  /** What ended the call: what stood in its way, or else `error`. */
  instead(error: unknown): unknown {
    return this.obstacle === undefined ? error : this.obstacle.error;
  }
}
