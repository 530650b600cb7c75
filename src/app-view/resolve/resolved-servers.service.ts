import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Caller } from '../../kernel/caller.js';
import { Config } from '../../platform/config/config.js';
import type { LinkTransport } from '../../mcp/wire/link.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { TenantServers } from '../../upstreams/declared/tenant-servers.service.js';
import {
  ConnectionNeeds,
  statusWith,
  type ServerAuthState,
} from '../../upstreams/connection/connection-needs.service.js';
import { Upstreams } from '../../upstreams/tools/upstreams.service.js';

/** A server as it was last known to be. */
export interface ResolvedServer {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly transport: LinkTransport;
  readonly status: 'ready' | 'connecting' | 'degraded' | 'unavailable' | 'disabled';
  readonly auth?: ServerAuthState;
  readonly protocolVersion?: string;
  readonly serverInfo?: { readonly name?: string; readonly title?: string; readonly version?: string };
  readonly capabilities?: JsonObject;
  readonly urls: { readonly rest: string; readonly mcp: string };
}

/** The servers of an app as far as they are known. Nothing in the answer says where or how they are reached. */
@Injectable()
export class ResolvedServers {
  constructor(
    private readonly tenants: TenantServers,
    private readonly upstreams: Upstreams,
    private readonly needs: ConnectionNeeds,
    private readonly config: Config,
  ) {}

  /** In the order of the config, disabled ones too. */
  list(caller: Caller, state: AppState): Promise<readonly ResolvedServer[]> {
    return Promise.all(this.tenants.list(state).map((server) => this.resolve(caller, server)));
  }

  private async resolve(caller: Caller, server: RegisteredServer): Promise<ResolvedServer> {
    const { id, handle, definition } = server;
    const { transport: declared } = definition.target;
    const url = `${this.config.publicUrl}/api/servers/${handle}/mcp`;
    const auth = await this.needs.stateOf(caller, server);
    const known = {
      ...{ id, name: definition.name, handle, urls: { rest: url, mcp: url } },
      ...(auth === undefined ? {} : { auth }),
    };
    const transport = declared === 'auto' ? 'http' : declared;
    if (definition.options.disabled === true) return { ...known, transport, status: 'disabled' };
    const { status: reached, connection } = this.upstreams.state(caller, server);
    const status = statusWith(auth, reached);
    if (connection === undefined) return { ...known, transport, status };
    const { protocolVersion, serverInfo, capabilities } = connection;
    return {
      ...known,
      ...{ transport: connection.transport, status, protocolVersion, capabilities },
      ...(serverInfo === undefined ? {} : { serverInfo: identityIn(serverInfo) }),
    };
  }
}

/** What a server calls itself; what else it says of itself may say where it is. */
function identityIn(serverInfo: JsonObject): NonNullable<ResolvedServer['serverInfo']> {
  const members = ['name', 'title', 'version'].filter((member) => typeof serverInfo[member] === 'string');
  return Object.fromEntries(members.map((member) => [member, serverInfo[member]]));
}
