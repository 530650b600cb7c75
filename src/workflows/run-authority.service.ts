import { Injectable } from '@nestjs/common';
import { AccessTokens } from '../accounts/access-tokens.service.js';
import { AppConfigs } from '../apps/app-configs.service.js';
import type { AppState } from '../apps/app.js';
import { isJsonObject, type JsonValue } from '../kernel/json.js';
import type { Principal } from '../kernel/principal.js';
import { Problem } from '../kernel/problem.js';
import { RunStopped } from './engine/run-stopped.js';
import { RunStore } from './runs/run-store.port.js';
import type { Run } from './runs/run.js';

/** As whom a run acts, and on what. */
export interface Authorised {
  readonly principal: Principal;
  readonly state: AppState;
}

/** Tokens that were revoked are dead everywhere within so long. */
const believedMs = 5000;

const approvalType = 'approval';

/** What a run may do: what the token may that started it, for as long as that one lives. */
@Injectable()
export class RunAuthority {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly apps: AppConfigs,
    private readonly runs: RunStore,
  ) {}

  /** For one run in memory. */
  of(run: Run): { now(): Promise<Authorised>; isApproved(): Promise<boolean> } {
    let known: Principal | undefined;
    let askedAt = -Infinity;
    return {
      now: async () => {
        if (known === undefined || performance.now() - askedAt > believedMs) {
          known = await this.principal(run);
          askedAt = performance.now();
        }
        return { principal: known, state: await this.app(run, known) };
      },
      isApproved: async () => (await this.runs.listSignals(run.id)).some(isApproval),
    };
  }

  private async principal({ tokenId }: Run): Promise<Principal> {
    const principal = await this.tokens.findPrincipal(tokenId);
    if (principal?.scopes.has('tools:call') === true) return principal;
    throw new RunStopped(new Problem('run-not-permitted'));
  }

  private async app({ appId }: Run, principal: Principal): Promise<AppState> {
    const state = await this.apps.findReached(principal, appId);
    if (state === undefined) throw new RunStopped(new Problem('run-not-permitted'));
    return state;
  }
}

/** A person's yes. What programs send can be listened to, but approves nothing. */
function isApproval({ type, data, byPerson }: { type: string; data: JsonValue; byPerson: boolean }): boolean {
  const refused = data === false || (isJsonObject(data) && data['approved'] === false);
  return type === approvalType && byPerson && !refused;
}
