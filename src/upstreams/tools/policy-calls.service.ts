import { Injectable } from '@nestjs/common';
import { ConfigAuthors } from '../../apps/app/config-authors.service.js';
import type { AppState } from '../../apps/document/app.js';
import { toolOfReference } from '../../apps/document/policies/hooks.schema.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { callerOf, type Caller } from '../../kernel/caller.js';
import type { HopCause } from '../../kernel/hop.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { AppPrincipal, Principal, UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { endUnanswerable } from '../../mcp/wire/question.js';
import { isPersonal } from '../connection/connection-owner.js';
import { OperatorServers } from '../declared/operator-servers.service.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { TenantServers } from '../declared/tenant-servers.service.js';
import { CallGate } from './gate/call-gate.service.js';
import { Upstreams } from './upstreams.service.js';

/** A call of a tool that a policy makes. */
export interface PolicyCall {
  readonly cause: HopCause;
  /** The server, with the policies that apply to this call. */
  readonly server: RegisteredServer;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The caller whose call led to it. */
  readonly caller: Caller;
}

/** Who makes a call of a policy, and who must be allowed to make it, too. */
interface Actors {
  readonly caller: Caller;
  readonly also: readonly Caller[];
}

const scopesOfApp = ['tools:read', 'tools:call'] as const;

/**
 * Calls the tools that policies name. The caller whose call led to it and the person who saved the config must both be allowed to call the
 * tool, and no person's own connection is used.
 */
@Injectable()
export class PolicyCalls {
  constructor(
    private readonly gate: CallGate,
    private readonly upstreams: Upstreams,
    private readonly authors: ConfigAuthors,
    private readonly operator: OperatorServers,
    private readonly tenants: TenantServers,
  ) {}

  /** The server of `tool@server`: one of the app, or without one of the operator's. Throws `server-not-found`. */
  serverOf(reference: string, app: AppState | undefined): RegisteredServer {
    const { server: name } = toolOfReference(reference);
    const server = app === undefined ? this.operator.find(name) : this.tenants.find(app, name);
    if (server === undefined || server.definition.options.disabled === true)
      throw new Problem('server-not-found', `There is no server "${name}".`);
    return server;
  }

  /**
   * Makes the call, once. Throws `tool-denied` when the author of the config has left the account, or only a person's own connection could
   * make it, and the problems of the gate and of the upstream.
   */
  async make(call: PolicyCall, scope: CallScope): Promise<RawResponse> {
    const { cause, server, tool: name, arguments: args } = call;
    scope.cause = cause;
    // Nobody would see the approval, nor make the same call again.
    scope.approving = undefined;
    const { caller, also } = await this.actorsOf(call, scope);
    const admitted = await this.gate.admit(caller, { server, name, arguments: args, also }, scope);
    const sent = { arguments: admitted.arguments ?? {}, onQuestion: endUnanswerable };
    return this.upstreams.call(admitted, sent, scope);
  }

  private async actorsOf({ cause, server, tool, caller }: PolicyCall, scope: CallScope): Promise<Actors> {
    const { principal } = caller;
    const refuse = (detail: string): never => {
      throw this.gate.refusing(server, tool, detail, scope);
    };
    const author = cause.by === 'app' ? await this.authorOf(principal, cause) : undefined;
    if (cause.by === 'app' && author === undefined)
      return refuse(
        'The user who saved the config is not in the account any more. Another user must save it.',
      );
    const others = author === undefined || isSelf(principal, author) ? [] : [callerOf(author)];
    if (principal.kind === 'app' || !isPersonal(server)) return { caller, also: others };
    if (cause.appId === undefined)
      return refuse('Each user has a connection of their own to this server, and policies use none of them.');
    return { caller: callerOf(appOf(principal, cause.appId)), also: [caller, ...others] };
  }

  private authorOf({ accountId }: Principal, { savedBy }: HopCause): Promise<UserPrincipal | undefined> {
    return this.authors.find(accountId, savedBy ?? null);
  }
}

/** Programs of the author have less access than the author. */
function isSelf(principal: Principal, author: UserPrincipal): boolean {
  return principal.kind === 'user' && principal.userId === author.userId;
}

/** The app itself, with its own connections. */
function appOf({ accountId }: Principal, appId: string): AppPrincipal {
  return { kind: 'app', appId, accountId, tokenId: appId, scopes: new Set(scopesOfApp) };
}
