import { Body, Controller, Param, Post } from '@nestjs/common';
import type { z } from 'zod';
import { appsRead } from '../../../../apps/app/apps-access.js';
import { AppParam } from '../../../../apps/app/apps.dto.js';
import type { UserPrincipal } from '../../../../kernel/principal.js';
import { ApiTags } from '../../../../platform/openapi/api-description.js';
import { Operation } from '../../../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal } from '../../../../platform/openapi/parameters.js';
import { PolicyTrial } from './policy-trial.service.js';
import { PolicyTrialRequest, PolicyTrialSchema, toPolicyTrial } from './policy-trial.dto.js';

/** The policies of an app, tried out. */
@ApiTags('apps')
@Controller('api/cli/apps/:app/policies')
export class PoliciesController {
  constructor(private readonly trial: PolicyTrial) {}

  @Post('try')
  @Operation({
    id: 'tryPolicies',
    summary: 'What the gate says about a call',
    description: 'Calls nothing, asks no hook, and nobody for an approval.',
    access: appsRead,
    keepsNumbers: true,
    responses: { 200: { description: 'The outcome, and what decides', schema: PolicyTrialSchema } },
    problems: ['app-not-found', 'tool-not-found'],
  })
  async try(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Body({ schema: PolicyTrialRequest }) call: z.infer<typeof PolicyTrialRequest>,
  ): Promise<z.infer<typeof PolicyTrialSchema>> {
    return toPolicyTrial(await this.trial.try(principal, app, call));
  }
}
