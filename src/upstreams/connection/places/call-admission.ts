import { answeredUnread } from '../hops.js';
import type { Hop } from '../../../kernel/hop.js';
import type { Problem } from '../../../kernel/problems/problem.js';
import type { CallLine } from './call-places.js';
import type { ConnectionManager } from '../connection-manager.js';

/** A place among the calls of an upstream; whoever has it says how it went and gives it back. */
export class CallAdmission {
  private left = false;
  private readonly epoch: number;

  constructor(
    private readonly keeper: ConnectionManager,
    private readonly line: CallLine,
    readonly hop: Hop,
  ) {
    this.epoch = keeper.circuit.epoch;
  }

  /** W3C Trace Context of the exchange, while traces are recorded. */
  get traceparent(): string | undefined {
    return this.hop.traceparent;
  }

  succeeded(): void {
    this.keeper.circuit.succeeded();
  }

  /** Takes note of an answer that passes unread. */
  heard(answer: Buffer): void {
    answeredUnread(this.hop, answer);
  }

  /** Takes note of a failure and says what the caller is told. */
  failed(error: unknown): Problem {
    const problem = this.keeper.settle(error, this.epoch);
    this.hop.problem = problem.code;
    return problem;
  }

  leave(): void {
    if (this.left) return;
    this.left = true;
    this.hop.end();
    this.line.leave();
  }
}
