import { Injectable } from '@nestjs/common';
import type { AppState } from '../apps/document/app.js';
import type { CallScope } from '../kernel/call-scope.js';
import { matchesGlob } from '../kernel/text/glob.js';
import type { JsonObject } from '../kernel/json/json.js';
import type { Caller } from '../kernel/caller.js';
import { KeptResultReads } from '../mcp-gateway/kept-result-reads.service.js';
import { McpOperations } from '../mcp-gateway/mcp-operations.service.js';
import type { RawResponse } from '../mcp/wire/link.js';
import { Problem } from '../kernel/problems/problem.js';
import { isConnectionNeed } from '../upstreams/connection/connection-need.js';
import type { Snapshot } from '../upstreams/connection/lists/catalogue.js';
import type { RegisteredServer } from '../upstreams/declared/registered-server.js';
import { Upstreams } from '../upstreams/tools/upstreams.service.js';
import type { ServerReport } from './server-report.js';
import { ServerFanOut, type FanOutPart } from './server-fan-out.service.js';

type Lists = readonly [resources: Snapshot, templates: Snapshot];

export interface ResourceDirectory {
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly servers: readonly ServerReport[];
}

/** The resources of all servers of an app. */
@Injectable()
export class AppResources {
  constructor(
    private readonly round: ServerFanOut,
    private readonly upstreams: Upstreams,
    private readonly operations: McpOperations,
    private readonly results: KeptResultReads,
  ) {}

  async list(
    caller: Caller,
    state: AppState,
    only: string | undefined,
    scope: CallScope,
  ): Promise<ResourceDirectory> {
    const parts = await this.ask(caller, state, only, scope);
    const of = (which: 0 | 1) =>
      parts.flatMap(({ server, value }) =>
        (value?.[which].items ?? []).map((item) => ({ ...item, server: server.definition.name })),
      );
    return {
      resources: of(0),
      resourceTemplates: of(1),
      servers: parts.map(({ report }) => report),
    };
  }

  /** Throws what `serverOf` does, and the problems of its server. */
  async read(
    caller: Caller,
    state: AppState,
    request: { readonly uri: string; readonly server?: string; readonly timeoutMs?: number },
    scope: CallScope,
  ): Promise<RawResponse> {
    const kept = this.results.find(caller, request.uri);
    if (kept !== undefined) return kept;
    const server = await this.serverOf(caller, state, request, scope);
    return this.operations.read(caller, server, request, scope);
  }

  /**
   * The server that has a resource: the one that is named, else the one that lists it, else the one with a template for it, else the only one with resources.
   * Throws `resource-not-found`, what somebody must do first at a server that may have it, and `ambiguous-resource` when there are several; where the first of those that list the same counts, only
   * when they have different templates for it.
   */
  async serverOf(
    caller: Caller,
    state: AppState,
    { uri, server }: { readonly uri: string; readonly server?: string | undefined },
    scope: CallScope,
    firstCounts = false,
  ): Promise<RegisteredServer> {
    if (server !== undefined) return this.round.servers(state, server)[0] as RegisteredServer;
    const parts = await this.ask(caller, state, undefined, scope);
    const listing = parts.filter(({ value }) => value?.[0].items.some((resource) => resource['uri'] === uri));
    if (firstCounts && listing[0] !== undefined) return listing[0].server;
    const seen = new Set<unknown>();
    const templated = parts.filter(({ value }) => {
      const fitting = (value?.[1].items ?? []).filter(({ uriTemplate }) => isMadeFrom(uriTemplate, uri));
      const isNew = fitting.some(({ uriTemplate }) => !firstCounts || !seen.has(uriTemplate));
      for (const { uriTemplate } of fitting) seen.add(uriTemplate);
      return isNew;
    });
    const able = parts.filter(({ value }) => value?.some(({ items }) => items.length > 0));
    const candidates =
      [listing, templated, able.length === 1 ? able : []].find(({ length }) => length > 0) ?? [];
    const [first, ...others] = candidates;
    if (first === undefined)
      throw (
        // It may be of one that nobody has connected.
        parts.map(({ problem }) => problem).find(isConnectionNeed) ??
        new Problem(
          'resource-not-found',
          'No server of the app lists this resource; name the server to read it anyway.',
        )
      );
    if (others.length > 0)
      throw new Problem('ambiguous-resource', undefined, {
        members: { servers: candidates.map(({ report }) => report.name) },
      });
    return first.server;
  }

  private ask(
    caller: Caller,
    state: AppState,
    only: string | undefined,
    scope: CallScope,
  ): Promise<readonly FanOutPart<Lists>[]> {
    const ask = (server: RegisteredServer, askScope: CallScope) =>
      this.upstreams.resources(caller, server, askScope);
    const known = (server: RegisteredServer) => this.upstreams.knownResources(caller, server);
    return this.round.ask(caller, state, { kind: 'resources', ask, known, only }, scope);
  }
}

/** Whether a URI can come from an RFC 6570 template, taking each expression for any text. */
function isMadeFrom(template: unknown, uri: string): boolean {
  return typeof template === 'string' && matchesGlob(template.replaceAll(/\{[^{}]*\}/g, '*'), uri);
}
