import { Body, Controller, Delete, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { PasskeyQuestionSchema } from '../factors/passkey-question.dto.js';
import { PasswordChanges } from '../sign-in/password-changes.service.js';
import { PasswordTries, type Unspend } from '../sign-in/password-tries.page.js';
import { OwnPasskeys } from './own-passkeys.service.js';
import {
  AddedPasskeySchema,
  NewPasskey,
  PasskeyBegin,
  PasskeyRemoval,
  toAddedPasskey,
} from './passkey.dto.js';

const access = { for: 'session', beforeFactor: true } as const;

/** One's own passkeys. A browser only, so that no token can add a way in. */
@ApiTags('login')
@Controller('api/me/passkeys')
export class PasskeysController {
  constructor(
    private readonly own: OwnPasskeys,
    private readonly changes: PasswordChanges,
    private readonly tries: PasswordTries,
  ) {}

  @Post('options')
  @Operation({
    id: 'beginPasskey',
    summary: 'What the browser needs to make a passkey',
    description:
      'For `navigator.credentials.create()`, in the browser that asks; good once, within five minutes.',
    access,
    responses: { 201: { description: 'The question to the browser', schema: PasskeyQuestionSchema } },
    problems: ['wrong-password', 'passkeys-unavailable', 'too-many-passkeys', 'overloaded'],
  })
  async begin(
    @CurrentPrincipal() principal: UserPrincipal,
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: PasskeyBegin }) { password }: PasskeyBegin,
  ): Promise<z.infer<typeof PasskeyQuestionSchema>> {
    const unspend = await this.spend(req, principal, context);
    const question = await this.own.begin(principal, password, context);
    await unspend();
    return question;
  }

  @Post()
  @Operation({
    id: 'addPasskey',
    summary: 'Add a passkey that the browser made',
    description:
      'From now on it signs you in, alone or after your password, which alone does not any more. With your first factor come recovery codes, and your other browsers are signed out.',
    access,
    responses: { 201: { description: 'The passkey', schema: AddedPasskeySchema } },
    problems: ['passkey-refused', 'passkey-known', 'passkeys-unavailable', 'too-many-passkeys'],
  })
  async add(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: NewPasskey }) { name, credential: { id, response } }: NewPasskey,
  ): Promise<z.infer<typeof AddedPasskeySchema>> {
    return toAddedPasskey(await this.own.add(principal, { name, answer: { id, ...response } }, context));
  }

  @Delete(':passkey')
  @Operation({
    id: 'removePasskey',
    summary: 'Take a passkey away',
    description:
      'Nobody signs in with it any more, and other browsers that were signed in with it are signed out. With your last factor the recovery codes are gone.',
    access,
    responses: { 204: { description: 'Taken away' } },
    problems: ['wrong-password', 'passkey-not-found', 'overloaded'],
  })
  async remove(
    @CurrentPrincipal() principal: UserPrincipal,
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Param('passkey', { schema: IdParam }) id: string,
    @Body({ schema: PasskeyRemoval }) { password }: PasskeyRemoval,
  ): Promise<Reply> {
    const unspend = await this.spend(req, principal, context);
    await this.own.remove(principal, { id, password }, context);
    await unspend();
    return Reply.noContent();
  }

  private async spend(req: Request, { userId }: UserPrincipal, context: RequestContext): Promise<Unspend> {
    return this.tries.spendHere(req, await this.changes.getPerson(userId), context);
  }
}
