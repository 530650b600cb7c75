import { Controller, Get, Param } from '@nestjs/common';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Config } from '../../platform/config/config.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal } from '../../platform/openapi/parameters.js';
import { LastSignIns } from './last-sign-ins.service.js';
import { ProviderListSchema, SignInSchema, toProviders, toSignIn } from './provider.dto.js';

@ApiTags('accounts')
@Controller('api/cli')
export class ProvidersController {
  constructor(
    private readonly signIns: LastSignIns,
    private readonly config: Config,
  ) {}

  @Get('auth/providers')
  @Operation({
    id: 'listSignInProviders',
    summary: 'Where people can sign in',
    description: 'A browser begins at `/oauth/sign-in/{id}`.',
    access: { for: 'public' },
    responses: { 200: { description: 'Issuers', schema: ProviderListSchema } },
  })
  list(): z.infer<typeof ProviderListSchema> {
    return toProviders(this.config.values.OIDC_PROVIDERS);
  }

  @Get('members/:user/sign-in')
  @Operation({
    id: 'getMemberSignIn',
    summary: 'What the last sign-in of somebody at an issuer said',
    description: 'For who wonders why somebody has a role: the claims, and the rules that matched them.',
    access: { for: 'user', scope: 'account', roles: ['owner', 'admin'] },
    responses: { 200: { description: 'The sign-in', schema: SignInSchema } },
    problems: ['member-not-found', 'sign-in-not-found'],
  })
  async get(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('user', { schema: IdParam }) user: string,
  ): Promise<z.infer<typeof SignInSchema>> {
    return toSignIn(await this.signIns.get(principal, user));
  }
}
