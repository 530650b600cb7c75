import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AccessTokens } from '../accounts/access-tokens.service.js';
import { AppConfigs } from '../apps/app-configs.service.js';
import type { AppState } from '../apps/app.js';
import { isJsonObject } from '../kernel/json.js';
import type { Principal } from '../kernel/principal.js';
import { Problem } from '../kernel/problem.js';
import { RunStopped } from './engine/run-stopped.js';
import { RunStore } from './runs/run-store.port.js';
import type { Run, StoredSignal } from './runs/run.js';
import type { ToolCall } from './tool-caller.port.js';

/** As whom a run acts, and on what. */
export interface Authorised {
  readonly principal: Principal;
  readonly state: AppState;
}

/** The call that an approval is for. */
type ApprovedCall = Pick<ToolCall, 'stepKey' | 'tool' | 'server' | 'arguments' | 'approvers'>;

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
  of(run: Run): { now(): Promise<Authorised>; isApproved(call: ApprovedCall): Promise<boolean> } {
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
      isApproved: (call) => this.isApproved(run, call),
    };
  }

  /** One approval is good for one step with its tool and arguments, however often that is tried. */
  private async isApproved(run: Run, call: ApprovedCall): Promise<boolean> {
    const use = useOf(call);
    const approvals = (await this.runs.listSignals(run.id)).filter((signal) => isApproval(signal, call, run));
    if (approvals.some(({ usedFor }) => usedFor === use)) return true;
    for (const { id, usedFor } of approvals)
      if (usedFor === null && (await this.runs.useSignal(id, use))) return true;
    return false;
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

/** Step, tool and arguments of a call, whichever attempt of a `try` it is. */
function useOf({ stepKey, tool, server, arguments: values }: ApprovedCall): string {
  return createHash('sha256')
    .update(JSON.stringify([stepOf(stepKey), tool, server, values]))
    .digest('hex');
}

function stepOf(key: string): string {
  return key.replaceAll(/\/try#\d+(?=\/)/g, '/try');
}

/** A person's yes to this call. What programs send can be listened to, but approves nothing. */
function isApproval(
  { type, data, byPerson, sender, senderRole }: StoredSignal,
  { approvers, stepKey, tool, server, arguments: values }: ApprovedCall,
  { userId }: Run,
): boolean {
  if (type !== approvalType || !byPerson || data === false) return false;
  if (approvers?.exceptStarter === true && sender === userId) return false;
  if (approvers?.roles !== undefined && (senderRole === null || !approvers.roles.includes(senderRole)))
    return false;
  if (!isJsonObject(data)) return true;
  const {
    approved,
    step = stepOf(stepKey),
    tool: named = `${tool}@${server}`,
    arguments: seen = values,
  } = data;
  return (
    approved !== false &&
    step === stepOf(stepKey) &&
    named === `${tool}@${server}` &&
    isDeepStrictEqual(seen, values)
  );
}
