import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { z } from 'zod';
import type { Principal } from '../../kernel/principal.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal } from '../../platform/openapi/parameters.js';
import { AccountUsage } from '../../platform/usage/account-usage.service.js';
import { usageUnits } from '../../platform/usage/usage-limits.js';
import { Accounts } from './accounts.service.js';

const UsageLimitsQuery = z.strictObject({
  account: z.string().min(1).max(63).optional().describe('For operators: another account, by slug or id'),
});
type UsageLimitsQuery = z.infer<typeof UsageLimitsQuery>;

const UsageLimits = z
  .object({
    limits: z
      .array(
        z.object({
          name: z.string().max(100),
          variable: z.string().max(100).describe('Sets the maximum'),
          unit: z.enum(usageUnits),
          used: z.number().describe('Held now, or spent in the last minute'),
          max: z.number().describe('`0`: there is no limit'),
        }),
      )
      .max(100),
  })
  .meta({ id: 'UsageLimits' });

@ApiTags('operations')
@Controller('api/usage')
export class UsageLimitsController {
  constructor(
    private readonly accounts: Accounts,
    private readonly usage: AccountUsage,
  ) {}

  @Get('limits')
  @Operation({
    id: 'getUsageLimits',
    summary: 'What the account may use, and what it uses',
    description:
      'With all of its tokens together, in the process that answers; requests are counted, and what is stored is measured, over all processes. Who meets a limit gets `rate-limited` or `overloaded` with its variable as `limit`.',
    access: { for: 'any', otherAccounts: true },
    responses: { 200: { description: 'Each limit', schema: UsageLimits } },
    problems: ['account-not-found'],
  })
  async limits(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: UsageLimitsQuery }) { account }: UsageLimitsQuery,
  ): Promise<z.infer<typeof UsageLimits>> {
    return { limits: await this.usage.states(await this.accounts.getMeant(principal, account)) };
  }
}
