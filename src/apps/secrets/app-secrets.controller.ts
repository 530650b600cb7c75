import { Body, Controller, Delete, Get, Param, Patch, Put, Query } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import {
  PatchSecretRequest,
  PutSecretRequest,
  SecretListSchema,
  SecretName,
  SecretSchema,
  toSecret,
} from './app-secrets.dto.js';
import { AppSecrets } from './app-secrets.service.js';
import { appsAdmin, appsRead, appsWrite } from '../app/apps-access.js';
import { AppParam } from '../app/apps.dto.js';

/** Credentials of an app's servers: set here, used by `${secret:NAME}` in the config, never read back. */
@ApiTags('apps')
@Controller('api/cli/apps/:app/secrets')
export class AppSecretsController {
  constructor(private readonly secrets: AppSecrets) {}

  @Get()
  @Operation({
    id: 'listSecrets',
    summary: 'List the names of the secrets of an app',
    access: appsRead,
    responses: { 200: { description: 'Names and dates', schema: SecretListSchema } },
    problems: ['app-not-found', 'invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Query({ schema: PageQuery }) page: PageQuery,
  ): Promise<z.infer<typeof SecretListSchema>> {
    const { items, ...rest } = await this.secrets.list(principal, app, page);
    return { secrets: items.map(toSecret), ...rest };
  }

  @Put(':name')
  @Operation({
    id: 'putSecret',
    summary: 'Set or replace a secret',
    description:
      'Connections that use it are renewed. It goes only to its origins: those named here, or those to which the config in force first sends it.',
    access: appsWrite,
    responses: { 200: { description: 'Set', schema: SecretSchema } },
    problems: ['app-not-found', 'too-many-secrets'],
  })
  async put(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Param('name', { schema: SecretName }) name: string,
    @Body({ schema: PutSecretRequest }) secret: PutSecretRequest,
    @ScopeParameter() context: RequestContext,
  ): Promise<z.infer<typeof SecretSchema>> {
    return toSecret(await this.secrets.put(principal, app, { name, ...secret }, context));
  }

  @Patch(':name')
  @Operation({
    id: 'patchSecret',
    summary: 'Say where a secret may go',
    description: 'The value stays. Owners and admins only.',
    access: appsAdmin,
    responses: { 200: { description: 'Changed', schema: SecretSchema } },
    problems: ['app-not-found', 'secret-not-found'],
  })
  async patch(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Param('name', { schema: SecretName }) name: string,
    @Body({ schema: PatchSecretRequest }) { origins }: PatchSecretRequest,
    @ScopeParameter() context: RequestContext,
  ): Promise<z.infer<typeof SecretSchema>> {
    return toSecret(await this.secrets.redirect(principal, app, { name, origins }, context));
  }

  @Delete(':name')
  @Operation({
    id: 'deleteSecret',
    summary: 'Delete a secret',
    description: 'Servers that need it cannot be used afterwards.',
    access: appsWrite,
    responses: { 204: { description: 'Deleted' } },
    problems: ['app-not-found', 'secret-not-found'],
  })
  async remove(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Param('name', { schema: SecretName }) name: string,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    await this.secrets.remove(principal, app, name, context);
    return Reply.noContent();
  }
}
