import { Injectable } from '@nestjs/common';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { pinKinds, type PinKind } from '../../upstreams/tools/pins/fingerprint.js';
import { PinAcceptance } from '../../upstreams/tools/pins/pin-acceptance.service.js';
import type { AppDrift } from './app-drift.js';
import { DriftFanOut } from './drift-fan-out.service.js';

/** What is to be accepted: everything, one server, one kind, or some of its things. */
export interface Acceptance {
  readonly server?: string | undefined;
  readonly kind?: PinKind | undefined;
  /** The server's names for them. */
  readonly tools?: readonly string[] | undefined;
  readonly prompts?: readonly string[] | undefined;
  /** Digest of the set that was reviewed. */
  readonly set?: string | undefined;
}

/** Shows the people of an app how its tools, prompts and instructions have changed, and lets them accept that. */
@Injectable()
export class ToolDriftService {
  constructor(
    private readonly apps: AppConfigs,
    private readonly round: DriftFanOut,
    private readonly acceptance: PinAcceptance,
  ) {}

  /** Asks the servers; what was last known stands for one that does not answer. Throws `app-not-found`. */
  async list(caller: Caller<UserPrincipal>, app: string, scope: CallScope): Promise<AppDrift> {
    const state = await this.apps.getFresh(caller.principal, app);
    const rounds = await Promise.all(
      pinKinds.map(async (kind) => ({
        kind,
        parts: await this.round.ask(caller, state, kind, undefined, scope),
      })),
    );
    const [tools] = rounds;
    return {
      pinning: state.config.policies?.toolPinning ?? 'warn',
      servers: (tools?.parts ?? []).map(({ server, report }, index) => ({
        ...{ server, report },
        verdicts: Object.fromEntries(
          rounds.flatMap(({ kind, parts }) => {
            const judged = parts[index]?.judged;
            return judged === undefined ? [] : [[kind, judged] as const];
          }),
        ),
      })),
    };
  }

  /** Throws `app-not-found`, `server-not-found`, `drift-changed`, and the problem of a named server that does not answer. */
  async accept(
    caller: Caller<UserPrincipal>,
    app: string,
    acceptance: Acceptance,
    scope: CallScope & Origin,
  ): Promise<AppDrift> {
    const state = await this.apps.getFresh(caller.principal, app);
    for (const kind of kindsOf(acceptance)) await this.acceptKind(caller, state, kind, acceptance, scope);
    return this.list(caller, app, scope);
  }

  private async acceptKind(
    caller: Caller<UserPrincipal>,
    state: AppState,
    kind: PinKind,
    { server: only, set, ...given }: Acceptance,
    scope: CallScope & Origin,
  ): Promise<void> {
    const names = kind === 'instructions' ? undefined : given[kind];
    for (const { server, judged, problem } of await this.round.ask(caller, state, kind, only, scope)) {
      if (judged === undefined && only !== undefined && problem !== undefined) throw problem;
      if (judged === undefined) continue;
      const { drift, items } = judged;
      if (set !== undefined && set !== drift.digest) throw new Problem('drift-changed');
      if (drift.changes.length === 0) continue;
      const seen = drift.changes.map(({ name }) => name);
      // Who does not see all of it accepts what they see.
      const accepted =
        server.cleared === undefined ? names : (names ?? seen).filter((name) => seen.includes(name));
      await this.acceptance.accept(caller.principal, server, { kind, items, names: accepted }, scope);
    }
  }
}

/** A set and names are of one kind; without any all are meant. */
function kindsOf({ kind, tools, prompts, set }: Acceptance): readonly PinKind[] {
  if (kind !== undefined) return [kind];
  if (prompts !== undefined) return ['prompts'];
  return tools === undefined && set === undefined ? pinKinds : ['tools'];
}
