import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { SessionCallers } from '../../accounts/sessions/session-callers.service.js';
import { AccessTokens } from '../../accounts/tokens/access-tokens.service.js';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';
import { callerOf, type Caller } from '../../kernel/caller.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { deniedInRun } from '../../upstreams/approvals/approval-problems.js';
import type { ApprovalDeciders } from '../../upstreams/approvals/approval.js';
import { RunStopped } from '../engine/run-stopped.js';
import { stepOf } from './step-of.js';
import { RunStore } from '../runs/run-store.port.js';
import type { Run, StoredSignal } from '../runs/run.js';
import { isAnswer } from '../interpreter/approvals/approval-awaited.js';
import { boundTo, digest, isSameRound } from '../interpreter/approvals/bound-call.js';
import type { BoundCall, StepCall } from '../interpreter/tool-access.port.js';

/** As whom a run acts, and on what. */
export interface Authorised {
  readonly caller: Caller;
  readonly state: AppState;
}

/** A call that an approval may be for. */
type GuardedCall = Pick<StepCall, 'path' | 'stepKey' | 'tool' | 'server' | 'arguments' | 'approvers'>;

/** What a run may do. */
interface Authority {
  now(): Promise<Authorised>;
  /** By an approval that the run has listened for, of one of `deciders`. Throws `approval-required` after a no. */
  isApproved(call: GuardedCall, deciders: ApprovalDeciders): Promise<boolean>;
  bindApproval(signalId: string, call: BoundCall): Promise<void>;
}

/** Tokens that were revoked are dead everywhere within so long. */
const believedMs = 5000;

/**
 * What a run may do: what the token may that started it, for as long as that one lives; the person who did in a browser, for as long as they
 * are in the account; or the app itself, where a trigger began it.
 */
@Injectable()
export class RunAuthority {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly sessions: SessionCallers,
    private readonly apps: AppConfigs,
    private readonly runs: RunStore,
  ) {}

  /** For one run in memory. */
  of(run: Run): Authority {
    let known: Caller | undefined;
    let askedAt = -Infinity;
    return {
      now: async () => {
        if (known === undefined || performance.now() - askedAt > believedMs) {
          known = callerOf(await this.principal(run));
          askedAt = performance.now();
        }
        return { caller: known, state: await this.app(run, known.principal) };
      },
      isApproved: (call, deciders) => this.isApproved(run, call, deciders),
      bindApproval: (signalId, call) => this.runs.bindSignal(signalId, call),
    };
  }

  /** The last answer about a step with its tool and arguments counts, and for that step only, however often it is tried. */
  private async isApproved(run: Run, call: GuardedCall, deciders: ApprovalDeciders): Promise<boolean> {
    const use = useOf(call);
    const answer = (await this.runs.listSignals(run.id)).findLast((signal) => isAbout(signal, call));
    if (answer === undefined || !answer.byPerson || !isBy(answer, deciders, run)) return false;
    if (!isYes(answer.data)) throw deniedInRun(call.tool);
    if (!namesOnly(answer.data, call)) return false;
    return answer.usedFor === use || (answer.usedFor === null && this.runs.useSignal(answer.id, use));
  }

  private async principal(run: Run): Promise<Principal> {
    const principal = await this.actor(run);
    if (principal?.scopes.has('tools:call') === true) return principal;
    throw new RunStopped(new Problem('run-not-permitted'));
  }

  /** What began by itself acts as its app, which is gone when the app is. */
  private async actor({ tokenId, accountId, appId }: Run): Promise<Principal | undefined> {
    if (tokenId === appId)
      return { kind: 'app', appId, accountId, tokenId, scopes: new Set(['tools:read', 'tools:call']) };
    return tokenId.startsWith('usr_')
      ? this.sessions.findPerson(tokenId, accountId)
      : this.tokens.findPrincipal(tokenId);
  }

  private async app({ appId }: Run, principal: Principal): Promise<AppState> {
    const state = await this.apps.findReached(principal, appId);
    if (state === undefined) throw new RunStopped(new Problem('run-not-permitted'));
    return state;
  }
}

/** Step, tool and arguments of a call, whichever attempt of a `try` it is. */
function useOf({ stepKey, tool, server, arguments: values }: GuardedCall): string {
  return digest([stepOf(stepKey), tool, server, values]);
}

/** Whether the sender is one of those who decide, here as in the inbox. */
function isBy(
  { sender, senderRole }: StoredSignal,
  { roles, exceptCaller }: ApprovalDeciders,
  { userId }: Run,
): boolean {
  return senderRole !== null && roles.includes(senderRole) && !(exceptCaller && sender === userId);
}

/** Whether a signal answers the step that returned this call to readers. What programs send can be listened to, but approves nothing. */
function isAbout({ type, boundTo: bound }: StoredSignal, call: GuardedCall): boolean {
  if (!isAnswer(type) || bound === null || !isSameRound(bound.waited, call.stepKey)) return false;
  const { path, tool, arguments: values } = boundTo(call, bound.waited);
  return path === bound.path && tool === bound.tool && (bound.arguments ?? values) === values;
}

/** `true` or `{"approved": true}`; anything else is a no. */
function isYes(data: JsonValue): boolean {
  return data === true || (isJsonObject(data) && data['approved'] === true);
}

/** An approval can name the step, the tool and the arguments; it opens no call that has others. */
function namesOnly(
  data: JsonValue,
  { path, stepKey, tool, server, arguments: values }: GuardedCall,
): boolean {
  const { step = path, tool: named, arguments: seen = values }: JsonObject = isJsonObject(data) ? data : {};
  return (
    (step === path || step === stepOf(stepKey)) &&
    (named ?? `${tool}@${server}`) === `${tool}@${server}` &&
    isDeepStrictEqual(seen, values)
  );
}
