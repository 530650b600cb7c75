import { z } from 'zod';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import { usageDimensions } from '../../platform/usage/usage-store.port.js';
import { Moment } from './moment.dto.js';

export const UsageQuery = PageQuery.extend({
  from: Moment.optional().describe('RFC 3339 or a date, taken down to the hour; 30 days before `to`'),
  to: Moment.optional().describe('The same, taken up to the hour and not part of it; now'),
  by: z.enum(usageDimensions).default('day').describe('What calls are told apart by'),
  account: z.string().min(1).max(63).optional().describe('For operators: another account, by slug or id'),
});
export type UsageQuery = z.infer<typeof UsageQuery>;

const count = z.number().int().min(0);

const UsageRowSchema = z
  .object({
    key: z
      .string()
      .max(330)
      .nullable()
      .describe(
        'Handle of the server, `server__tool`, slug of the app, address of the user, name of the client, or day in UTC; an id where the name is gone, `null` for what belongs to none',
      ),
    calls: count.describe('Each call of a tool once, whichever way it came'),
    errors: count.describe('Refused, failed, or answered with `isError`'),
    ms: count,
    bytes: count.describe('Of results'),
    tokens: count.describe('The same, estimated: a token for four bytes'),
  })
  .meta({ id: 'UsageRow' });
export type UsageRowDto = z.infer<typeof UsageRowSchema>;

export const UsageSchema = z
  .object({
    from: Instant,
    to: Instant,
    by: z.enum(usageDimensions),
    asOf: Instant.describe('All calls until then are counted, whatever happens to the gateway'),
    rows: z.array(UsageRowSchema).max(1000),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'Usage' });
