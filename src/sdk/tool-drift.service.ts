import { Injectable } from '@nestjs/common';
import type { Origin } from '../accounts/audit.service.js';
import { AppConfigs } from '../apps/app-configs.service.js';
import type { AppState } from '../apps/app.js';
import type { CallScope } from '../kernel/call-scope.js';
import type { UserPrincipal } from '../kernel/principal.js';
import { Problem } from '../kernel/problem.js';
import type { Snapshot } from '../upstreams/catalogue.js';
import { ToolAcceptance } from '../upstreams/pins/tool-acceptance.service.js';
import { ToolFinder } from '../upstreams/tool-finder.service.js';
import { Upstreams } from '../upstreams/upstreams.service.js';
import type { AppDrift, ServerDrift } from './app-drift.js';
import { ServerRound, type RoundPart } from './server-round.service.js';

/** What is to be accepted: everything, one server, or some of its tools. */
export interface Acceptance {
  readonly server?: string | undefined;
  /** The server's names for them. */
  readonly tools?: readonly string[] | undefined;
  /** Digest of the set that was reviewed. */
  readonly set?: string | undefined;
}

/** Shows the people of an app how its tools have changed, and lets them accept that. */
@Injectable()
export class ToolDriftService {
  constructor(
    private readonly apps: AppConfigs,
    private readonly round: ServerRound,
    private readonly upstreams: Upstreams,
    private readonly finder: ToolFinder,
    private readonly acceptance: ToolAcceptance,
  ) {}

  /** Asks the servers; the last known tools stand for one that does not answer. Throws `app-not-found`. */
  async list(principal: UserPrincipal, app: string, scope: CallScope): Promise<AppDrift> {
    const state = await this.apps.getFresh(principal, app);
    const parts = await this.ask(principal, state, undefined, scope);
    return {
      pinning: state.config.policies?.toolPinning ?? 'warn',
      servers: await Promise.all(parts.map((part) => this.judge(principal, part))),
    };
  }

  /** Throws `app-not-found`, `server-not-found`, `drift-changed`, and the problem of a named server that does not answer. */
  async accept(
    principal: UserPrincipal,
    app: string,
    { server: only, tools, set }: Acceptance,
    scope: CallScope & Origin,
  ): Promise<AppDrift> {
    const state = await this.apps.getFresh(principal, app);
    for (const part of await this.ask(principal, state, only, scope)) {
      const { server, value, problem } = part;
      if (value === undefined && only !== undefined && problem !== undefined) throw problem;
      const { drift } = await this.judge(principal, part);
      if (value === undefined || drift === undefined) continue;
      if (set !== undefined && set !== drift.digest) throw new Problem('drift-changed');
      if (drift.changes.length > 0)
        await this.acceptance.accept(principal, server, value.items, tools, scope);
    }
    return this.list(principal, app, scope);
  }

  private async judge(
    { accountId }: UserPrincipal,
    { server, report, value }: RoundPart<Snapshot>,
  ): Promise<ServerDrift> {
    if (value === undefined) return { server, report };
    return { server, report, ...(await this.finder.drift(accountId, server, value)) };
  }

  private ask(
    principal: UserPrincipal,
    state: AppState,
    only: string | undefined,
    scope: CallScope,
  ): Promise<readonly RoundPart<Snapshot>[]> {
    return this.round.ask(
      principal,
      state,
      {
        kind: 'tools',
        ask: (server, askScope) => this.upstreams.snapshot(principal, server, askScope),
        known: (server) => this.upstreams.knownSnapshot(principal, server),
        only,
      },
      scope,
    );
  }
}
