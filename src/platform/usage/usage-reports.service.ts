import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/page.js';
import { Cursors } from '../security/cursors.js';
import { addTo, hourMs } from './tally.js';
import { UsageMeter } from './usage-meter.service.js';
import { UsageRetention } from './usage-retention.service.js';
import { UsageStore, type UsageDimension, type UsageRange, type UsageRow } from './usage-store.port.js';

/** So many hours are summed up at once; in between it is others' turn. */
const stepMs = 24 * hourMs;

interface UsageReport extends Page<UsageRow> {
  /** Milliseconds since the epoch: all until then is in it. */
  readonly asOf: number;
}

/** What was used, summed up. */
@Injectable()
export class UsageReports {
  constructor(
    private readonly store: UsageStore,
    private readonly meter: UsageMeter,
    private readonly retention: UsageRetention,
    private readonly cursors: Cursors,
  ) {}

  /** By key, what belongs to none first. Throws `invalid-cursor`. */
  async report(range: UsageRange, by: UsageDimension, page: PageRequest): Promise<UsageReport> {
    const { accountId, from, to, userId = '', keysOf = '' } = range;
    const list = `usage ${[accountId, from, to, userId, keysOf, by].join('\n')}`;
    const asOf = await this.meter.asOf();
    const rows = await this.sum(range, by);
    const read = (limit: number, after: string | undefined): Promise<UsageRow[]> =>
      Promise.resolve(rows.filter(({ key }) => after === undefined || key > after).slice(0, limit));
    return { asOf, ...(await this.cursors.pageOfRows(list, page, read, ({ key }) => key)) };
  }

  private async sum(range: UsageRange, by: UsageDimension): Promise<UsageRow[]> {
    const sums = new Map<string, UsageRow>();
    const begin = Math.max(range.from, Math.ceil(this.retention.oldest / hourMs) * hourMs);
    const end = Math.min(range.to, this.meter.lastHour);
    for (let from = begin; from < end; from = Math.floor(from / stepMs + 1) * stepMs) {
      const to = Math.min(end, Math.floor(from / stepMs + 1) * stepMs);
      for (const row of await this.store.sum({ ...range, from, to }, by)) {
        const sum = sums.get(row.key);
        if (sum === undefined) sums.set(row.key, row);
        else addTo(sum, row);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    return [...sums.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}
