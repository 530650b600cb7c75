import { Injectable } from '@nestjs/common';
import type { ConnectionOwner } from '../../kernel/caller.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { connectPath } from './connect-path.js';
import { DeclaredServers } from './declared-servers.service.js';

/** Tells callers that somebody must connect a server, and at which page of ours; never an address of somebody else. */
@Injectable()
export class ConnectionWanted {
  constructor(
    private readonly servers: DeclaredServers,
    private readonly config: Config,
  ) {}

  /** `upstream-auth-required`; `reason` is a sentence. The link stands behind it, since many programs show nothing but the text. */
  async problem(
    server: RegisteredServer,
    owner: ConnectionOwner,
    reason: string,
    scopes?: readonly string[],
  ): Promise<Problem> {
    const handle = await this.servers.handleFor(server, owner);
    const connectUrl = this.config.publicUrl + connectPath(handle, owner);
    return new Problem('upstream-auth-required', `${reason} Open ${connectUrl} to connect it.`, {
      members: { connectUrl, server: handle, ...(scopes === undefined ? {} : { scopes }) },
    });
  }
}
