import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Problem } from '../../kernel/problems/problem.js';
import { isConnectionNeed, needOf } from './connection-need.js';
import { connectionOwnerOf } from './connection-owner.js';
import { UpstreamCredentials } from '../credentials/upstream-credentials.port.js';
import type { RegisteredServer } from '../declared/registered-server.js';

/** Whether a caller can use a server that wants OAuth, or has to connect it first. */
export interface ServerAuthState {
  readonly state: 'ok' | 'needs_auth';
}

/** What stands between a caller and a server that wants OAuth: whose connection it takes, and whether that is there. */
@Injectable()
export class ConnectionNeeds {
  constructor(private readonly credentials: UpstreamCredentials) {}

  /** For lists; `undefined` for servers without `auth`. */
  async stateOf(caller: Caller, server: RegisteredServer): Promise<ServerAuthState | undefined> {
    if (server.definition.auth === undefined) return undefined;
    const state = await this.credentials.stateOf(server, connectionOwnerOf(server, caller));
    return { state: state === 'needs_auth' ? 'needs_auth' : 'ok' };
  }

  /**
   * What a caller is told who cannot use the server before somebody connects it; `undefined` when requests can go there, also those that
   * will find the authorization server away. At once for servers without `auth`, and while a token is at hand.
   */
  find(caller: Caller, server: RegisteredServer): Problem | undefined | Promise<Problem | undefined> {
    if (server.definition.auth === undefined) return undefined;
    const token = this.credentials.token(server, connectionOwnerOf(server, caller));
    return typeof token === 'string' ? undefined : this.need(server, token);
  }

  private async need(server: RegisteredServer, token: Promise<string>): Promise<Problem | undefined> {
    try {
      await token;
      return undefined;
    } catch (thrown) {
      const error = needOf(server, thrown);
      if (isConnectionNeed(error)) return error;
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }
}

/** How a server is as its caller finds it: one that has never been connected cannot be used, though nothing is wrong with it. */
export function statusWith<S extends string>(
  auth: ServerAuthState | undefined,
  status: S,
): S | 'unavailable' {
  return auth?.state === 'needs_auth' && status === 'connecting' ? 'unavailable' : status;
}
