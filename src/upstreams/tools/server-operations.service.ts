import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { UpstreamPool } from '../connection/upstream-pool.service.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { KnownApi } from '../openapi/matching/found-call.js';
import type { ToolView } from './tool-view.js';
import { Upstreams } from './upstreams.service.js';

/** Where the requests of an API go, and by which document it is declared. */
export type ApiPlace = Pick<KnownApi, 'server' | 'origin' | 'document'>;

/** The place of a server that is an API; `undefined` of any other. */
export function apiPlaceOf({ definition: { name, target } }: RegisteredServer): ApiPlace | undefined {
  if (target.transport !== 'openapi' || !URL.canParse(target.url)) return undefined;
  const document = typeof target.document === 'string' ? target.document : undefined;
  return { server: name, origin: new URL(target.url).origin, document };
}

/** The operations behind the tools of an API, as a caller may use them. */
@Injectable()
export class ServerOperations {
  constructor(
    private readonly upstreams: Upstreams,
    private readonly pool: UpstreamPool,
  ) {}

  /** Throws the problems of the upstream. */
  async of(caller: Caller, server: RegisteredServer, place: ApiPlace, scope: CallScope): Promise<KnownApi> {
    const view = await this.upstreams.tools(caller, server, scope);
    const { timeoutMs } = server.definition.options;
    const { operations } = await this.pool.get(server, caller).upstream.connect(scope, timeoutMs, server);
    return { ...place, operations, shown: shownIn(view) };
  }
}

/** Tools of a view by the names that the server has for them. */
export function shownIn({ byName }: ToolView): KnownApi['shown'] {
  const shown = new Map(
    [...byName].map(([name, entry]) => {
      const inputSchema = (entry.shown['inputSchema'] ?? {}) as JsonObject;
      return [entry.original, { name, inputSchema }] as const;
    }),
  );
  return (original) => shown.get(original);
}
