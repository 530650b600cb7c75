import { Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { Config } from '../../config/config.js';
import { Logger } from '../../logging/logger.js';
import { AccountUsage } from '../../usage/account-usage.service.js';
import type { RequestContext } from '../request-context.js';
import { takenOf } from '../stalled-connections.js';

/** An answer of which its reader has not taken all yet. */
interface Behind {
  readonly accountId: string;
  readonly requestId: string;
  bytes: number;
  taken: number;
  /** When the reader was last seen to take something. */
  since: number;
  /** Hears no more of the answer: a reader falls behind and catches up as often as it likes. */
  readonly leave: () => void;
}

/** When there may be less that waits, or nothing any more. */
const turns = ['drain', 'finish', 'close'] as const;
/** What every answer has on its way; more makes it count. */
const usualBytes = 65_536;
/** A reader that takes something now and then is cut off only when there is twice as much as may be. */
const patienceMs = 1000;
const lookMs = 250;

/**
 * What waits for readers has a budget, of each account and in all: beyond it the answers are cut off of which nothing was taken for longest,
 * those of the account with most of it first. Their calls end with them.
 */
@Injectable()
export class ReaderBacklog {
  private readonly behind = new Map<ServerResponse, Behind>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly usage: AccountUsage,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** To be called when something was written. */
  written(res: ServerResponse, { principal, address, requestId }: RequestContext): void {
    if (res.writableLength <= usualBytes || res.destroyed) return;
    if (!this.behind.has(res)) {
      const look = () => {
        this.look(res);
      };
      for (const event of turns) res.on(event, look);
      const leave = () => {
        for (const event of turns) res.off(event, look);
      };
      const entry = { accountId: principal?.accountId ?? address, requestId, bytes: 0, taken: 0 };
      this.behind.set(res, { ...entry, since: performance.now(), leave });
    }
    this.look(res);
    this.relieve();
  }

  private look(res: ServerResponse): void {
    const entry = this.behind.get(res);
    if (entry === undefined) return;
    const bytes = res.destroyed ? 0 : res.writableLength;
    this.usage.charge('waitingBytes', entry.accountId, bytes - entry.bytes);
    entry.bytes = bytes;
    const taken = res.socket === null ? 0 : takenOf(res.socket);
    if (taken !== entry.taken) {
      entry.taken = taken;
      entry.since = performance.now();
    }
    if (bytes > 0) return;
    this.behind.delete(res);
    entry.leave();
  }

  private relieve(): void {
    if (this.heaviest() === undefined) return;
    for (const res of [...this.behind.keys()]) this.look(res);
    const now = performance.now();
    for (let over = this.heaviest(); over !== undefined; over = this.heaviest()) {
      const slowest = this.slowestOf(over.accountId);
      if (slowest === undefined) return;
      const [res, { since }] = slowest;
      if (now - since < patienceMs && over.share < 2) {
        this.lookAgain();
        return;
      }
      this.cutOff(res);
    }
  }

  private lookAgain(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.relieve();
    }, lookMs).unref();
  }

  private cutOff(res: ServerResponse): void {
    const entry = this.behind.get(res);
    res.destroy();
    this.look(res);
    this.usage.refused('waitingBytes');
    this.logger.info('reader.cut-off', { requestId: entry?.requestId });
  }

  /** The account that has to give way, and how much of what may wait it has: its own share, or its part of all. */
  private heaviest(): { accountId: string; share: number } | undefined {
    const { ACCOUNT_BACKLOG_BYTES, ALL_BACKLOG_BYTES } = this.config.values;
    let heaviest: string | undefined;
    let most = 0;
    for (const { accountId } of this.behind.values()) {
      const used = this.usage.used('waitingBytes', accountId);
      if (used > most) [heaviest, most] = [accountId, used];
    }
    const all = this.usage.usedByAll('waitingBytes');
    const share = Math.max(most / ACCOUNT_BACKLOG_BYTES, all / ALL_BACKLOG_BYTES);
    return heaviest === undefined || share <= 1 ? undefined : { accountId: heaviest, share };
  }

  private slowestOf(accountId: string): [ServerResponse, Behind] | undefined {
    let slowest: [ServerResponse, Behind] | undefined;
    for (const one of this.behind)
      if (one[1].accountId === accountId && (slowest === undefined || one[1].since < slowest[1].since))
        slowest = one;
    return slowest;
  }
}
