import { Controller, Get, Param, Query } from '@nestjs/common';
import type { z } from 'zod';
import type { Principal } from '../../../kernel/principal.js';
import { ApiTags } from '../../../platform/openapi/api-description.js';
import { Operation } from '../../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal } from '../../../platform/openapi/parameters.js';
import { registryMark } from '../entry/catalog-entry.js';
import type { ServerJson } from '../entry/server-json.js';
import { OwnRegistry } from './own-registry.service.js';
import {
  DeletedQuery,
  RegistryEntrySchema,
  RegistryListSchema,
  RegistryNameParam,
  RegistryQuery,
  EntryVersionParam,
} from './registry.dto.js';

const access = { for: 'any', scope: 'tools:read' } as const;

/** What is published here, in the API of the official registry (version 0.1). */
@ApiTags('servers')
@Controller('v0.1/servers')
export class OwnRegistryController {
  constructor(private readonly registry: OwnRegistry) {}

  @Get()
  @Operation({
    id: 'listRegistryServers',
    summary: 'What is published here, as a registry',
    description:
      'For clients and gateways that read registries: each entry leads to the endpoint of the server here, and tells nothing of what is behind it. Those that `GET /api/servers` shows to the same caller.',
    access,
    responses: { 200: { description: 'Entries by handle', schema: RegistryListSchema } },
    problems: ['invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: RegistryQuery }) query: RegistryQuery,
  ): Promise<z.infer<typeof RegistryListSchema>> {
    const { items, ...rest } = await this.registry.list(principal, query);
    return { servers: items.map(entryOf), metadata: { count: items.length, ...rest } };
  }

  @Get(':name/versions')
  @Operation({
    id: 'listRegistryVersions',
    summary: 'The versions of a server that is published here: one',
    access,
    responses: { 200: { description: 'Its entry', schema: RegistryListSchema } },
    problems: ['catalog-entry-not-found'],
  })
  async versions(
    @CurrentPrincipal() principal: Principal,
    @Param('name', { schema: RegistryNameParam }) name: string,
    @Query({ schema: DeletedQuery }) _query: DeletedQuery,
  ): Promise<z.infer<typeof RegistryListSchema>> {
    const server = await this.registry.get(principal, name);
    return { servers: [entryOf(server)], metadata: { count: 1 } };
  }

  @Get(':name/versions/:version')
  @Operation({
    id: 'getRegistryVersion',
    summary: 'A server that is published here, as a registry',
    access,
    responses: { 200: { description: 'Its entry', schema: RegistryEntrySchema } },
    problems: ['catalog-entry-not-found'],
  })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('name', { schema: RegistryNameParam }) name: string,
    @Param('version', { schema: EntryVersionParam }) version: string,
    @Query({ schema: DeletedQuery }) _query: DeletedQuery,
  ): Promise<z.infer<typeof RegistryEntrySchema>> {
    return entryOf(await this.registry.get(principal, name, version));
  }
}

function entryOf(server: ServerJson): z.infer<typeof RegistryEntrySchema> {
  return { server, _meta: { [registryMark]: { status: 'active', isLatest: true } } };
}
