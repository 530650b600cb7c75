import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query } from '@nestjs/common';
import { ApiHeader, ApiTags } from '../../platform/openapi/api-description.js';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import {
  ConfigOutcomeSchema,
  ConfigQuery,
  ConfigSchema,
  ConfigVersionPageSchema,
  DryRunQuery,
  RollbackRequest,
  SaveConfigRequest,
  toConfig,
  toVersionPage,
  VersionParam,
} from '../app/app-config.dto.js';
import { appsOwner, appsRead, appsWrite } from '../app/apps-access.js';
import { AppParam } from '../app/apps.dto.js';
import { ConfigEditor, type ConfigOutcome } from './config-editor.service.js';
import { ConfigHistory } from './config-history.service.js';
import { baseOf, maxIfMatchLength } from './config-state.js';
import { conditionalReply } from '../app/conditional-reply.js';

const etagHeader = { ETag: { description: 'Of this version', schema: { type: 'string' } } };
const ifMatchHeader = {
  name: 'If-Match',
  description: 'ETag of the state that the change builds on; `*` overwrites whatever is there',
  schema: { type: 'string' as const, maxLength: maxIfMatchLength },
};
const saveProblems = [
  ...([
    'app-not-found',
    'config-changed',
    'precondition-required',
    'invalid-config',
    'stdio-not-allowed',
  ] as const),
] as const;

/** Configs with all their versions: read, saved on top of a state that was seen, brought back. */
@ApiTags('apps')
@Controller('api/cli/apps/:app/config')
export class AppConfigController {
  constructor(
    private readonly editor: ConfigEditor,
    private readonly history: ConfigHistory,
  ) {}

  @Get()
  @Operation({
    id: 'getConfig',
    summary: 'Read the config of an app',
    access: appsRead,
    responses: {
      200: {
        description: 'The current version, or the one asked for',
        schema: ConfigSchema,
        headers: etagHeader,
      },
      304: { description: 'Not changed' },
    },
    problems: ['app-not-found', 'config-version-not-found', 'config-version-blanked'],
  })
  async get(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Query({ schema: ConfigQuery }) { version }: z.infer<typeof ConfigQuery>,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Reply> {
    const found = await this.history.get(principal, app, version);
    return conditionalReply(found.etag, ifNoneMatch, () => toConfig(found));
  }

  @Put()
  @Operation({
    id: 'saveConfig',
    summary: 'Save the config of an app',
    description:
      'Builds on the state that `If-Match` or `version` names; of several writers that build on the same one, one wins. Content that is the same keeps the version, unless it has hooks, or notices that call tools, and the user who saved it has left the account. What surely is a credential in plain text is refused unless `allowLiterals=true`.',
    access: appsWrite,
    responses: { 200: { description: 'What changed', schema: ConfigOutcomeSchema, headers: etagHeader } },
    problems: saveProblems,
  })
  @ApiHeader(ifMatchHeader)
  async save(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Query({ schema: DryRunQuery }) query: z.infer<typeof DryRunQuery>,
    @Body({ schema: SaveConfigRequest }) { config, version, message }: SaveConfigRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const write = { config, base: baseOf(ifMatch, version), message, ...flags(query) };
    return outcomeReply(await this.editor.save(principal, app, write, context));
  }

  @Get('versions')
  @Operation({
    id: 'listConfigVersions',
    summary: 'List the versions of a config, newest first',
    access: appsRead,
    responses: { 200: { description: 'Versions without their content', schema: ConfigVersionPageSchema } },
    problems: ['app-not-found', 'invalid-cursor'],
  })
  async versions(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Query({ schema: PageQuery }) page: PageQuery,
  ): Promise<z.infer<typeof ConfigVersionPageSchema>> {
    return toVersionPage(await this.history.list(principal, app, page));
  }

  @Delete('versions/:version')
  @Operation({
    id: 'blankConfigVersion',
    summary: 'Erase the content of an older version',
    description:
      'For what should never have been saved. The version stays in the list, with `blankedAt`; the one in force cannot be erased. Owners only.',
    access: appsOwner,
    responses: { 204: { description: 'Erased' } },
    problems: ['app-not-found', 'config-version-not-found', 'config-version-current'],
  })
  async blank(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Param('version', { schema: VersionParam }) version: number,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    await this.history.blank(principal, app, version, context);
    return Reply.noContent();
  }

  @Post('rollback')
  @Operation({
    id: 'rollBackConfig',
    summary: 'Bring an older version of a config back',
    description:
      'Its content becomes a new version; the ones between stay. `If-Match` is honoured, not required.',
    access: appsWrite,
    responses: { 200: { description: 'What changed', schema: ConfigOutcomeSchema, headers: etagHeader } },
    problems: ['config-version-not-found', 'config-version-blanked', ...saveProblems],
  })
  @ApiHeader(ifMatchHeader)
  async rollback(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('app', { schema: AppParam }) app: string,
    @Query({ schema: DryRunQuery }) query: z.infer<typeof DryRunQuery>,
    @Body({ schema: RollbackRequest }) { version, message }: RollbackRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const base = baseOf(ifMatch ?? '*', undefined);
    const write = { version, message, base, ...flags(query) };
    return outcomeReply(await this.editor.rollback(principal, app, write, context));
  }
}

function flags({ dryRun, allowLiterals }: z.infer<typeof DryRunQuery>): {
  dryRun: boolean;
  allowLiterals: boolean;
} {
  return { dryRun: dryRun === 'true', allowLiterals: allowLiterals === 'true' };
}

function outcomeReply(outcome: ConfigOutcome): Reply {
  return Reply.json(outcome, 200, { etag: outcome.etag });
}
