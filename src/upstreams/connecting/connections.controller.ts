import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import type { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { IdParam } from '../../platform/http/bodies/id.dto.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import type { ConnectionTest } from '../credentials/connection.js';
import { Connecting } from './connecting.service.js';
import { ConnectionTests } from './connection-tests.service.js';
import {
  ConnectAddressSchema,
  ConnectionListSchema,
  ConnectionTestSchema,
  ConnectRequest,
  toConnectionView,
} from './connection.dto.js';
import { OwnerNames } from './owner-names.service.js';

const see = { for: 'user' } as const;
const use = { for: 'user', scope: 'tools:call' } as const;

/** Connections to servers that want OAuth. */
@ApiTags('connections')
@Controller('api/connections')
export class ConnectionsController {
  constructor(
    private readonly connecting: Connecting,
    private readonly tests: ConnectionTests,
    private readonly names: OwnerNames,
  ) {}

  @Get()
  @Operation({
    id: 'listConnections',
    summary: 'Your connections to servers, and those of the account and its apps',
    access: see,
    responses: {
      200: { description: 'Connections; nothing of them is secret', schema: ConnectionListSchema },
    },
  })
  async list(@CurrentPrincipal() principal: UserPrincipal): Promise<z.infer<typeof ConnectionListSchema>> {
    const all = await this.connecting.list(principal);
    const nameOf = await this.names.of(
      principal,
      all.map(({ owner }) => owner),
    );
    return { connections: all.map((connection) => toConnectionView(connection, nameOf(connection.owner))) };
  }

  @Post()
  @Operation({
    id: 'connectServer',
    summary: 'Where somebody connects a server, in a browser',
    description: 'Finds the authorization server and a client that the gateway is there, and begins nothing.',
    access: use,
    responses: { 200: { description: 'The page', schema: ConnectAddressSchema } },
    problems: [
      'forbidden',
      'server-not-found',
      'egress-denied',
      'overloaded',
      'upstream-client-needed',
      'upstream-auth-unavailable',
      'upstream-auth-refused',
    ],
  })
  async connect(
    @CurrentPrincipal() principal: UserPrincipal,
    @Body({ schema: ConnectRequest }) { server, owner }: ConnectRequest,
  ): Promise<z.infer<typeof ConnectAddressSchema>> {
    return { connectUrl: await this.connecting.addressFor(principal, server, owner) };
  }

  @Post(':id/test')
  @Operation({
    id: 'testConnection',
    summary: 'Try a connection: ask its server for its tools',
    access: use,
    responses: { 200: { description: 'What was found', schema: ConnectionTestSchema } },
    problems: ['connection-not-found'],
  })
  async test(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Param('id', { schema: IdParam }) id: string,
  ): Promise<ConnectionTest> {
    return this.tests.run(principal, await this.connecting.get(principal, id), context);
  }

  @Delete(':id')
  @Operation({
    id: 'endConnection',
    summary: 'End a connection, here and at its authorization server',
    access: use,
    responses: { 204: { description: 'Ended' } },
    problems: ['connection-not-found', 'forbidden'],
  })
  async end(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
    @Param('id', { schema: IdParam }) id: string,
  ): Promise<Reply> {
    await this.connecting.remove(principal, id, context);
    return Reply.noContent();
  }
}
