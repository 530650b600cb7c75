import { Body, Controller, Delete, Get, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { RelyingParty } from '../factors/relying-party.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { AccountRules } from '../people/account-rules.service.js';
import {
  FactorBegin,
  FactorCode,
  FactorListSchema,
  FactorRemoval,
  NewFactorSchema,
  RecoveryCodesSchema,
  toFactors,
} from './factor.dto.js';
import { FactorProof } from './factor-proof.service.js';
import { OwnFactor } from './own-factor.service.js';
import { PasswordChanges } from '../sign-in/password-changes.service.js';
import { PasswordTries } from '../sign-in/password-tries.page.js';

const access = { for: 'session', beforeFactor: true } as const;

/** One's own second factor. A browser only, so that no token can take it away. */
@ApiTags('login')
@Controller('api/me')
export class FactorsController {
  constructor(
    private readonly factors: SecondFactors,
    private readonly own: OwnFactor,
    private readonly proof: FactorProof,
    private readonly party: RelyingParty,
    private readonly rules: AccountRules,
    private readonly changes: PasswordChanges,
    private readonly tries: PasswordTries,
  ) {}

  @Get('factors')
  @Operation({
    id: 'listFactors',
    summary: 'Your second factors, and whether the account asks for one',
    access,
    responses: { 200: { description: 'Second factors', schema: FactorListSchema } },
  })
  async list(@CurrentPrincipal() principal: UserPrincipal): Promise<z.infer<typeof FactorListSchema>> {
    const { requireSecondFactor: required } = await this.rules.get(principal);
    const canAdd = await this.proof.hasPassword(principal.userId);
    const canAddPasskey = canAdd && this.party.hasPasskeys;
    return toFactors(await this.factors.find(principal.userId), { required, canAdd, canAddPasskey });
  }

  @Post('totp')
  @Operation({
    id: 'beginFactor',
    summary: 'Set up an authenticator',
    description: 'It counts once a first code is confirmed, within fifteen minutes.',
    access,
    responses: { 201: { description: 'What the authenticator needs', schema: NewFactorSchema } },
    problems: ['wrong-password', 'factor-present', 'overloaded'],
  })
  async begin(
    @CurrentPrincipal() principal: UserPrincipal,
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: FactorBegin }) { password }: FactorBegin,
  ): Promise<z.infer<typeof NewFactorSchema>> {
    const person = await this.changes.getPerson(principal.userId);
    const unspend = await this.tries.spendHere(req, person, context);
    const begun = await this.own.begin(principal, password, context);
    await unspend();
    return begun;
  }

  @Post('totp/confirm')
  @Operation({
    id: 'confirmFactor',
    summary: 'Turn the second factor on with a first code',
    description:
      'From now on sign-in with your password asks for a code. Your other browsers, in which none was shown, are signed out.',
    access,
    responses: { 200: { description: 'Recovery codes', schema: RecoveryCodesSchema } },
    problems: ['wrong-code', 'factor-not-found'],
  })
  async confirm(
    @CurrentPrincipal() principal: UserPrincipal,
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: FactorCode }) { code }: FactorCode,
  ): Promise<z.infer<typeof RecoveryCodesSchema>> {
    const unspend = await this.tries.spendCode(principal.userId, context, req);
    const recoveryCodes = await this.own.confirm(principal, code, context);
    await unspend();
    return { recoveryCodes: [...recoveryCodes] };
  }

  @Delete('totp')
  @Operation({
    id: 'removeFactor',
    summary: 'Take your second factor away',
    description:
      'With a code of it, or a recovery code; those are gone with your last factor. Other browsers that showed a code of it are signed out.',
    access,
    responses: { 204: { description: 'Taken away' } },
    problems: ['wrong-code', 'factor-not-found'],
  })
  async remove(
    @CurrentPrincipal() principal: UserPrincipal,
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: FactorRemoval }) { code }: FactorRemoval,
  ): Promise<Reply> {
    const unspend = await this.tries.spendCode(principal.userId, context, req);
    await this.own.remove(principal, code, context);
    await unspend();
    return Reply.noContent();
  }
}
