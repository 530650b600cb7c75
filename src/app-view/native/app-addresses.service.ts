import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import type { CallScope } from '../../kernel/call-scope.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Caller } from '../../kernel/caller.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { AppResources } from '../app-resources.service.js';
import { ServerFanOut } from '../server-fan-out.service.js';

const scheme = 'gantry://';

/** What an address of a resource at an app stands for. */
export interface Addressed {
  readonly server: RegisteredServer;
  /** As the server knows it. */
  readonly uri: string;
  /** An address of this server as clients of the app know it. */
  readonly shown: (uri: string) => string;
}

/**
 * The addresses of resources at the native endpoint of an app, each of one resource: where two servers have the same, that of the second is
 * `gantry://{server}/{encoded}`, and so is whatever looks like one of these or is no URI. In templates the server's own stands there as it is.
 */
@Injectable()
export class AppAddresses {
  constructor(
    private readonly resources: AppResources,
    private readonly round: ServerFanOut,
  ) {}

  /** Throws `resource-not-found`, and `ambiguous-resource` when different templates of several servers fit. */
  async find(caller: Caller, state: AppState, uri: string, scope: CallScope): Promise<Addressed> {
    const named = /^gantry:\/\/([^/]+)\/(.+)$/s.exec(uri);
    if (named === null) {
      const server = await this.resources.serverOf(caller, state, { uri }, scope, true);
      return { server, uri, shown: (changed) => changed };
    }
    const [, name = '', rest = ''] = named;
    const server = this.round.servers(state).find(({ definition }) => definition.name === name);
    if (server === undefined) throw new Problem('resource-not-found', `There is no resource "${uri}".`);
    const own = ownAddress(rest);
    return { server, uri: own, shown: (changed) => (changed === own ? uri : addressOf(name, changed)) };
  }
}

/** A list of resources or templates of several servers, each under an address of its own. */
export function withOwnAddresses(
  items: readonly JsonObject[],
  member: 'uri' | 'uriTemplate',
): readonly JsonObject[] {
  const taken = new Set<unknown>();
  return items.map(({ server, ...item }) => {
    const address = item[member];
    if (typeof address !== 'string') return item;
    // Python's SDK refuses the whole list because of an address without a scheme.
    const isAddress = member === 'uriTemplate' || URL.canParse(address);
    if (isAddress && !taken.has(address) && !address.startsWith(scheme)) {
      taken.add(address);
      return item;
    }
    const other =
      member === 'uri' ? addressOf(String(server), address) : `${scheme}${String(server)}/${address}`;
    return { ...item, [member]: other };
  });
}

function addressOf(server: string, uri: string): string {
  return `${scheme}${server}/${encodeURIComponent(uri.toWellFormed())}`;
}

/** What is encoded has no colon; what comes from a template has the one behind its scheme. */
function ownAddress(rest: string): string {
  if (rest.includes(':')) return rest;
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}
