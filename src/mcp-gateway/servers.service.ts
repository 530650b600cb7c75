import { Injectable } from '@nestjs/common';
import type { CallScope } from '../kernel/call-scope.js';
import { within } from '../kernel/pacing/deadline.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Caller } from '../kernel/caller.js';
import type { ProblemCode } from '../kernel/problems/problem-catalogue.js';
import type { Problem } from '../kernel/problems/problem.js';
import { Config } from '../platform/config/config.js';
import type { LinkTransport } from '../mcp/wire/link.js';
import { Cursors } from '../platform/security/cursors.js';
import type { RegisteredServer } from '../upstreams/declared/registered-server.js';
import { ServerRegistry } from '../upstreams/declared/server-registry.service.js';
import {
  ConnectionNeeds,
  statusWith,
  type ServerAuthState,
} from '../upstreams/connection/connection-needs.service.js';
import { Reconnections } from '../upstreams/connection/reconnections.service.js';
import type { ListFault } from '../upstreams/connection/lists/list-fault.js';
import type { ToolView } from '../upstreams/tools/tool-view.js';
import { estimatedTokens } from '../platform/usage/tally.js';
import { Upstreams } from '../upstreams/tools/upstreams.service.js';

/** How long a list of servers waits, at most, for those that have not answered yet. */
const patienceMs = 1000;

export interface ServerView {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly description?: string;
  readonly transport: LinkTransport;
  readonly status: 'ready' | 'connecting' | 'degraded' | 'unavailable' | 'disabled';
  readonly auth?: ServerAuthState;
  readonly protocolVersion?: string;
  readonly serverInfo?: object;
  readonly capabilities?: object;
  readonly toolCount?: number;
  readonly listTokens?: number;
  readonly listFaults?: readonly ListFault[];
  readonly urls: { readonly rest: string; readonly mcp: string };
  readonly lastError?: { readonly code: ProblemCode; readonly detail?: string };
  readonly nextRetryAt?: string;
}

/** `fileFaults`: what is wrong with the operator's file, when the operator asks. */
type ServerPage = Page<ServerView> & { readonly fileFaults?: readonly string[] };

/** Whose list it is: cursors of one owner are no good for another. */
function ownerOf({ principal }: Caller): string {
  return principal.kind === 'app' ? principal.appId : principal.accountId;
}

/** The servers that a principal reaches, and how they are. */
@Injectable()
export class ServersService {
  private readonly tokens = new WeakMap<ToolView, number>();

  constructor(
    private readonly registry: ServerRegistry,
    private readonly upstreams: Upstreams,
    private readonly needs: ConnectionNeeds,
    private readonly reconnections: Reconnections,
    private readonly config: Config,
    private readonly cursors: Cursors,
  ) {}

  async list(caller: Caller, page: PageRequest, scope: CallScope): Promise<ServerPage> {
    const reached = await this.registry.list(caller.principal);
    const { items, ...rest } = this.cursors.pageOf(reached, page, `servers ${ownerOf(caller)}`);
    await this.greet(caller, items, scope);
    const fileFaults = this.registry.fileFaults(caller.principal);
    return {
      items: await Promise.all(items.map((server) => this.view(caller, server))),
      ...rest,
      ...(fileFaults.length === 0 ? {} : { fileFaults }),
    };
  }

  /** All of them, by handle. */
  async listAll(caller: Caller, scope: CallScope): Promise<ServerView[]> {
    const reached = await this.registry.list(caller.principal);
    await this.greet(caller, reached, scope);
    return Promise.all(reached.map((server) => this.view(caller, server)));
  }

  /** Connects to the server anew, and says how it is then. Throws problems. */
  async reconnect(caller: Caller, handle: string, scope: CallScope): Promise<ServerView> {
    const server = await this.registry.get(caller.principal, handle);
    await this.reconnections.reconnect(caller, server, scope);
    await this.greet(caller, [server], scope);
    return this.view(caller, server);
  }

  async ping(caller: Caller, handle: string, scope: CallScope): ReturnType<Upstreams['ping']> {
    return this.upstreams.ping(caller, await this.registry.get(caller.principal, handle), scope);
  }

  /** Servers that have never been asked are asked now, and get a moment to answer; those whose list has just failed are not. */
  async greet(
    caller: Caller,
    servers: readonly RegisteredServer[],
    scope: CallScope,
    longestMs = patienceMs,
  ): Promise<void> {
    const strangers = servers.filter(
      (server) =>
        server.definition.options.disabled !== true &&
        this.upstreams.knownTools(caller, server) === undefined &&
        this.upstreams.state(caller, server).status !== 'unavailable' &&
        this.upstreams.listTrouble(caller, server) === undefined,
    );
    if (strangers.length === 0) return;
    const greetings = strangers.map((server) =>
      this.upstreams.tools(caller, server, scope.detached()).catch(() => undefined),
    );
    await within(Promise.all(greetings), Math.min(longestMs, this.config.values.LIST_DEADLINE_MS));
  }

  private listTokens(view: ToolView): number {
    let tokens = this.tokens.get(view);
    if (tokens === undefined)
      this.tokens.set(view, (tokens = estimatedTokens(Buffer.byteLength(JSON.stringify(view.tools)))));
    return tokens;
  }

  /** The operator is told where the server is and what its process wrote; of tenants' own servers nobody is. */
  private errorOf(caller: Caller, server: RegisteredServer, failure: Problem): ServerView['lastError'] {
    const { principal } = caller;
    const isOperator = principal.kind === 'user' && principal.operator && server.trust === 'operator';
    const detail = isOperator ? this.upstreams.operatorDetail(caller, server, failure) : failure.detail;
    return { code: failure.code, ...(detail === undefined ? {} : { detail }) };
  }

  private async view(caller: Caller, server: RegisteredServer): Promise<ServerView> {
    const { id, handle, definition } = server;
    const { description, disabled } = definition.options;
    const { status, connection, lastFailure, nextRetryAt } = this.upstreams.state(caller, server);
    const tools = this.upstreams.knownTools(caller, server);
    const auth = await this.needs.stateOf(caller, server);
    const url = `${this.config.publicUrl}/api/servers/${handle}/mcp`;
    const listFaults = await this.upstreams.listFaults(caller, server);
    return {
      id,
      handle,
      name: definition.name,
      ...(description === undefined ? {} : { description }),
      transport:
        connection?.transport ??
        (definition.target.transport === 'auto' ? 'http' : definition.target.transport),
      status: disabled === true ? 'disabled' : statusWith(auth, status),
      ...(auth === undefined ? {} : { auth }),
      ...(connection === undefined
        ? {}
        : { protocolVersion: connection.protocolVersion, capabilities: connection.capabilities }),
      ...(connection?.serverInfo === undefined ? {} : { serverInfo: connection.serverInfo }),
      ...(tools === undefined ? {} : { toolCount: tools.tools.length, listTokens: this.listTokens(tools) }),
      ...(listFaults.length === 0 ? {} : { listFaults }),
      urls: { rest: url, mcp: url },
      ...(lastFailure === undefined ? {} : { lastError: this.errorOf(caller, server, lastFailure) }),
      ...(nextRetryAt === undefined ? {} : { nextRetryAt: new Date(nextRetryAt).toISOString() }),
    };
  }
}
