import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { z } from 'zod';
import { toToken } from '../../accounts/tokens/token.dto.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { CreateKeyRequest, IssuedKeySchema, KeyListSchema } from './app-keys.dto.js';
import { AppKeys } from './app-keys.service.js';
import { appsAdmin, appsRead } from '../app/apps-access.js';
import { AppParam } from '../app/apps.dto.js';

/** The keys by which programs use an app. */
@ApiTags('apps')
@Controller('api/cli/apps/:app/keys')
export class AppKeysController {
  constructor(private readonly keys: AppKeys) {}

  @Get()
  @Operation({
    id: 'listKeys',
    summary: 'List the live keys of an app, newest first',
    access: appsRead,
    responses: { 200: { description: 'Keys without their text', schema: KeyListSchema } },
    problems: ['app-not-found', 'invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Query({ schema: PageQuery }) page: PageQuery,
  ): Promise<z.infer<typeof KeyListSchema>> {
    const { items, ...rest } = await this.keys.list(principal, app, page);
    return { keys: items.map(toToken), ...rest };
  }

  @Post()
  @Operation({
    id: 'createKey',
    summary: 'Make a key for an app',
    description:
      'Its text is in this answer and never again. Two keys can live at a time, so that one can replace the other, and fifty for clients.',
    access: appsAdmin,
    responses: { 201: { description: 'Made', schema: IssuedKeySchema } },
    problems: ['app-not-found', 'too-many-keys'],
  })
  async create(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Body({ schema: CreateKeyRequest }) { name, client, scopes, expiresAt }: CreateKeyRequest,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const wanted = {
      ...{ name, client, scopes },
      expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt),
    };
    const { token, text } = await this.keys.create(principal, app, wanted, context);
    return Reply.json({ ...toToken(token), key: text }, 201, { 'cache-control': 'no-store' });
  }

  @Delete(':id')
  @Operation({
    id: 'revokeKey',
    summary: 'Revoke a key of an app',
    access: appsAdmin,
    responses: { 204: { description: 'Revoked: here at once, in all processes within five seconds' } },
    problems: ['app-not-found', 'key-not-found'],
  })
  async revoke(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Param('id', { schema: IdParam }) id: string,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    await this.keys.revoke(principal, app, id, context);
    return Reply.noContent();
  }
}
