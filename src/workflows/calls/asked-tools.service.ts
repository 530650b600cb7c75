import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { TenantServers } from '../../upstreams/declared/tenant-servers.service.js';
import {
  callOfOperation,
  callOfRequest,
  type FoundCall,
  type KnownApi,
} from '../../upstreams/openapi/matching/found-call.js';
import {
  apiPlaceOf,
  ServerOperations,
  type ApiPlace,
} from '../../upstreams/tools/server-operations.service.js';
import type { AskedCall } from '../definition/requests/asked-call.js';

interface DeclaredApi {
  readonly server: RegisteredServer;
  readonly place: ApiPlace;
}

/** Finds the tools of an app that are what requests ask for. Nothing goes where none is: no origin that the app does not declare, and no operation that it does not have. */
@Injectable()
export class AskedTools {
  constructor(
    private readonly tenants: TenantServers,
    private readonly operations: ServerOperations,
  ) {}

  /** Throws `RequestFault`, and the problems of the servers that might have it. */
  async find(caller: Caller, state: AppState, asked: AskedCall, scope: CallScope): Promise<FoundCall> {
    const declared = this.declared(state);
    const concerned = declared.filter(({ place }) => concerns(place, asked));
    let obstacle: unknown;
    const known = await Promise.all(
      declared.map(async (api) => {
        if (concerned.includes(api))
          try {
            return await this.operations.of(caller, api.server, api.place, scope);
          } catch (error) {
            obstacle ??= error;
          }
        return unknown(api.place);
      }),
    );
    const found =
      asked.api === 'http' ? callOfRequest(known, asked.request) : callOfOperation(known, asked.operation);
    if (found === undefined) throw Problem.from(obstacle);
    if (found.shown === undefined && isOfAnother(found, known))
      throw new Problem('tool-denied', `The app does not have the tool "${found.tool}".`);
    return found;
  }

  /** All APIs of the app, with the operations of those that can be asked. */
  known(caller: Caller, state: AppState, scope: CallScope): Promise<readonly KnownApi[]> {
    return Promise.all(
      this.declared(state).map(({ server, place }) =>
        this.operations.of(caller, server, place, scope).catch(() => unknown(place)),
      ),
    );
  }

  /** The same as `find`, where nothing is lost when nobody knows: `undefined` while no API is declared that might have it, or none can be asked. Throws `RequestFault`. */
  async findKnown(
    caller: Caller,
    state: AppState,
    asked: AskedCall,
    scope: CallScope,
  ): Promise<FoundCall | undefined> {
    if (!this.declared(state).some(({ place }) => concerns(place, asked))) return undefined;
    try {
      return await this.find(caller, state, asked, scope);
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }

  /** The APIs of an app that are switched on. */
  private declared(state: AppState): readonly DeclaredApi[] {
    return this.tenants.list(state).flatMap((server) => {
      const place = server.definition.options.disabled === true ? undefined : apiPlaceOf(server);
      return place === undefined ? [] : [{ server, place }];
    });
  }
}

/** An API of which nobody knows what it has. */
function unknown(place: ApiPlace): KnownApi {
  return { ...place, operations: undefined, shown: () => undefined };
}

function concerns({ origin, document }: ApiPlace, asked: AskedCall): boolean {
  return asked.api === 'http'
    ? origin === asked.request.address.origin
    : document !== undefined &&
        URL.canParse(document) &&
        new URL(document).href === hrefOf(asked.operation.document);
}

function hrefOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).href : undefined;
}

/** Whether the name of a tool that is not shown is what another one is called. */
function isOfAnother({ server, tool }: FoundCall, known: readonly KnownApi[]): boolean {
  const api = known.find((one) => one.server === server);
  return [...(api?.operations?.keys() ?? [])].some((name) => api?.shown(name)?.name === tool);
}
