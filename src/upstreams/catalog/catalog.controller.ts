import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { PublishedServerSchema } from '../publishing/publishing.dto.js';
import {
  AddRequest,
  CatalogPageSchema,
  CatalogQuery,
  EntryNameParam,
  PlanRequest,
  PlanSchema,
} from './catalog.dto.js';
import { Additions } from './planning/additions.service.js';
import { Catalog } from './sources/catalog.service.js';

const operator = { for: 'user', scope: 'operator', operator: true } as const;
const planning = [
  ...(['catalog-entry-not-found', 'catalog-entry-deleted', 'catalog-entry-refused'] as const),
  ...(['catalog-unavailable', 'package-unavailable', 'invalid-config'] as const),
] as const;

/** Servers that can be added, from the list that comes with the package, files and registries. */
@ApiTags('servers')
@Controller('api/catalog')
export class CatalogController {
  constructor(
    private readonly catalog: Catalog,
    private readonly additions: Additions,
  ) {}

  @Get()
  @Operation({
    id: 'searchCatalog',
    summary: 'Servers that can be added',
    description:
      'Entries in the format of the official registry, the newest version of each. A source that does not answer costs its own entries, and is named in `troubles`.',
    access: { for: 'user', scope: 'tools:read' },
    responses: { 200: { description: 'A page of entries', schema: CatalogPageSchema } },
    problems: ['invalid-cursor'],
  })
  async search(
    @CurrentPrincipal() principal: UserPrincipal,
    @Query({ schema: CatalogQuery }) query: CatalogQuery,
  ): Promise<z.infer<typeof CatalogPageSchema>> {
    const { items, troubles, ...rest } = await this.catalog.search(query, principal.accountId);
    const servers = items.map(({ server, source, status }) => {
      const { name, version, title, description } = server;
      return {
        name,
        version,
        ...(title === undefined ? {} : { title }),
        description,
        source,
        status,
        server,
      };
    });
    return { servers, ...rest, ...(troubles.length === 0 ? {} : { troubles: [...troubles] }) };
  }

  @Post(':name/plan')
  @Operation({
    id: 'planCatalogServer',
    summary: 'See what adding a server would do',
    description:
      'Which package, version and bytes would run or which address would be asked, and what has to be answered. Nothing is started, downloaded or written.',
    access: operator,
    responses: { 200: { description: 'What would be done', schema: PlanSchema } },
    problems: planning,
  })
  async plan(
    @Param('name', { schema: EntryNameParam }) name: string,
    @Body({ schema: PlanRequest }) request: PlanRequest,
  ): Promise<Reply> {
    return Reply.json(await this.additions.plan(name, request));
  }

  @Post(':name/add')
  @Operation({
    id: 'addCatalogServer',
    summary: 'Add a server as its plan says',
    description:
      'It is published as by `POST /api/servers/published`. One that starts a process takes a browser that was signed in within the last ten minutes. A package that is another than its plan says never runs.',
    access: operator,
    responses: {
      201: {
        description: 'Published',
        schema: PublishedServerSchema,
        headers: { Location: { description: 'The server', schema: { type: 'string' } } },
      },
    },
    problems: [
      ...planning,
      ...(['plan-changed', 'name-taken', 'too-many-servers', 'sign-in-again', 'stdio-not-allowed'] as const),
    ],
  })
  async add(
    @CurrentPrincipal() principal: UserPrincipal,
    @Param('name', { schema: EntryNameParam }) name: string,
    @Body({ schema: AddRequest }) request: AddRequest,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const server = await this.additions.add(principal, name, request, context);
    return Reply.json(server, 201, { location: `/api/servers/published/${server.name}` });
  }
}
