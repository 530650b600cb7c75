import type { AccountUsage } from '../../usage/account-usage.service.js';
import type { BodyWatcher } from './body-bytes.js';
import type { RequestContext } from '../request-context.js';

/** Smaller bodies are not counted: the limits of requests bound them, and they must stay quick. */
const countedBytes = 16_384;

/** What a body takes of the share of its account, from the moment that its size is known until the request has its answer. */
export class BodyShare implements BodyWatcher {
  private held = 0;

  constructor(
    private readonly usage: AccountUsage,
    private readonly accountId: string,
    private readonly context: RequestContext,
  ) {}

  /** Throws `overloaded` or `rate-limited`. */
  expect(bytes: number): void {
    if (bytes <= countedBytes || bytes <= this.held) return;
    const { usage, accountId, context, held } = this;
    if (held === 0) usage.requireLeft('bodiesPerMinute', accountId);
    // A body that does not say how long it is grows in steps.
    const wanted = held === 0 ? bytes : Math.max(bytes, 2 * held);
    context.onEnd(usage.hold('bodies', accountId, wanted - held));
    this.held = wanted;
  }

  add(piece: Buffer): void {
    if (this.held > 0) this.usage.charge('bodiesPerMinute', this.accountId, piece.length);
  }
}
