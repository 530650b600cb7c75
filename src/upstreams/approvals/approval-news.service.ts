import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import { within } from '../../kernel/pacing/deadline.js';
import { ApprovalBook } from './approval-book.port.js';
import type { KeptApproval } from './approval.js';
import type { CallToApprove } from './call-to-approve.js';

type Asked = (approval: KeptApproval, call: CallToApprove) => void;
type Settled = (id: string) => void;

/** How often somebody who waits looks for a decision that nobody told of. */
const lookMs = 5000;

/** Tells of approvals that are asked for here, and that are decided here or elsewhere. */
@Injectable()
export class ApprovalNews implements OnModuleInit {
  private readonly askedListeners: Asked[] = [];
  private readonly settledListeners = new Set<Settled>();
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor(private readonly book: ApprovalBook) {}

  onModuleInit(): void {
    this.book.onChange((id) => {
      if (id !== undefined) this.settled(id);
      else for (const known of [...this.waiting.keys()]) this.wake(known);
    });
  }

  onAsked(listener: Asked): void {
    this.askedListeners.push(listener);
  }

  /** The result takes the listener back. */
  onSettled(listener: Settled): () => void {
    this.settledListeners.add(listener);
    return () => this.settledListeners.delete(listener);
  }

  asked(approval: KeptApproval, call: CallToApprove): void {
    for (const listener of this.askedListeners) listener(approval, call);
  }

  settled(id: string): void {
    this.wake(id);
    for (const listener of [...this.settledListeners]) listener(id);
  }

  /** Until somebody has decided, the time is over or the caller leaves. */
  async untilDecided(id: string, ms: number, scope: CallScope): Promise<void> {
    const until = performance.now() + ms;
    let isOver = false;
    while (!isOver && !scope.cancelled) {
      const releases: (() => void)[] = [];
      const news = new Promise<void>((resolve) => {
        releases.push(this.onceNews(id, resolve), scope.onCancel(resolve));
      });
      try {
        const left = until - performance.now();
        isOver = left <= 0 || (await this.book.find(id))?.state !== 'waiting';
        if (!isOver) await within(news, Math.min(left, lookMs));
      } finally {
        for (const release of releases) release();
      }
    }
  }

  /** Runs a listener once when somebody has decided. The result takes it back. */
  onceDecided(id: string, listener: () => void): () => void {
    let isOver = false;
    const look = async () => {
      const isWaiting = await this.book.find(id).then(
        (kept) => kept?.state === 'waiting',
        // The next news looks again.
        () => true,
      );
      if (isWaiting || isOver) return;
      end();
      listener();
    };
    const release = this.onceNews(id, () => void look());
    const end = () => {
      isOver = true;
      release();
    };
    return end;
  }

  private onceNews(id: string, wake: () => void): () => void {
    const known = this.waiting.get(id) ?? new Set();
    this.waiting.set(id, known.add(wake));
    return () => {
      known.delete(wake);
      if (known.size === 0) this.waiting.delete(id);
    };
  }

  private wake(id: string): void {
    for (const wake of this.waiting.get(id) ?? []) wake();
  }
}
