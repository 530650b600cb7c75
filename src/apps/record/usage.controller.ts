import { Controller, Get, Query } from '@nestjs/common';
import type { z } from 'zod';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Principal } from '../../kernel/principal.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal } from '../../platform/openapi/parameters.js';
import { hourMs } from '../../platform/usage/tally.js';
import { UsageReports } from '../../platform/usage/usage-reports.service.js';
import type { UsageDimension, UsageRow } from '../../platform/usage/usage-store.port.js';
import { momentMs, requireOrder } from './moment.js';
import { RecordNames } from './record-names.service.js';
import { RecordReaders } from './record-readers.service.js';
import { UsageQuery, UsageSchema, type UsageRowDto } from './usage.dto.js';

const shownMs = 30 * 24 * hourMs;

/** What was used. */
@ApiTags('operations')
@Controller('api/usage')
export class UsageController {
  constructor(
    private readonly reports: UsageReports,
    private readonly readers: RecordReaders,
    private readonly names: RecordNames,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    id: 'getUsage',
    summary: 'What the account has used, by server, tool, app, user, client or day',
    description:
      'Calls of tools, by whichever way they came, each call of a chat and step of a workflow too, rolled up by the hour and kept for USAGE_DAYS. Owners and admins see the account, members what they called themselves, a key what keys of its app called.',
    access: { for: 'any', scope: 'tools:read', otherAccounts: true },
    responses: { 200: { description: 'The sums', schema: UsageSchema } },
    problems: ['invalid-cursor', 'account-not-found'],
  })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: UsageQuery }) { account, by, limit, cursor, ...given }: UsageQuery,
  ): Promise<z.infer<typeof UsageSchema>> {
    const { from, to } = this.hours(given);
    const reach = await this.readers.reachOf(principal, account);
    const page = { limit, cursor };
    const { asOf, items, nextCursor } = await this.reports.report({ ...reach, from, to }, by, page);
    return {
      ...{ from: iso(from), to: iso(to), by, asOf: iso(asOf) },
      rows: await this.named(items, by),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    };
  }

  /** Whole hours. Throws `invalid-request`. */
  private hours({ from, to }: Pick<UsageQuery, 'from' | 'to'>): { from: number; to: number } {
    // The hour that has just begun is part of now.
    const end = to === undefined ? this.clock.now() + 1 : momentMs(to);
    const begin = from === undefined ? end - shownMs : momentMs(from);
    requireOrder(begin, end);
    return { from: Math.floor(begin / hourMs) * hourMs, to: Math.ceil(end / hourMs) * hourMs };
  }

  private async named(rows: readonly UsageRow[], by: UsageDimension): Promise<UsageRowDto[]> {
    const keys = rows.map(({ key }) => key).filter((key) => key !== '');
    const names =
      by === 'app' ? await this.names.slugs(keys) : by === 'user' ? await this.names.emails(keys) : undefined;
    return rows.map(({ key, calls, errors, ms, bytes, tokens }) => ({
      key: key === '' ? null : (names?.get(key) ?? key),
      ...{ calls, errors, ms, bytes, tokens },
    }));
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
