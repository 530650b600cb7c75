import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { SessionCallers } from '../../accounts/sessions/session-callers.service.js';
import { AccessTokens } from '../../accounts/tokens/access-tokens.service.js';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { callerOf, type Caller } from '../../kernel/caller.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { deniedInRun } from '../../upstreams/approvals/approval-problems.js';
import type { ApprovalDeciders } from '../../upstreams/approvals/approval.js';
import { decidersBy, type ApproverTerms } from '../../upstreams/approvals/deciders.js';
import { approvalType } from '../definition/calls-after.js';
import { RunStopped } from '../engine/run-stopped.js';
import { approvalTerms } from './asking.js';
import { stepOf } from './step-of.js';
import { RunStore } from '../runs/run-store.port.js';
import type { BoundCall, Run, StoredSignal } from '../runs/run.js';
import type { ApprovedCall, StepCall } from '../interpreter/tool-access.port.js';

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
  /** By an approval that the run has listened for; `terms`: what policies say about who gives one. Throws `approval-required` after a no. */
  isApproved(call: GuardedCall, terms: readonly ApproverTerms[]): Promise<boolean>;
  bindApproval(signalId: string, call: ApprovedCall): Promise<void>;
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
      isApproved: (call, terms) => this.isApproved(run, call, terms),
      bindApproval: (signalId, call) => this.runs.bindSignal(signalId, boundTo(call)),
    };
  }

  /** One approval is good for one step with its tool and arguments, however often that is tried. */
  private async isApproved(run: Run, call: GuardedCall, terms: readonly ApproverTerms[]): Promise<boolean> {
    const use = useOf(call);
    const deciders = decidersBy([...terms, approvalTerms(call.approvers)]);
    const answers = (await this.runs.listSignals(run.id))
      .filter((signal) => isBy(signal, deciders, run))
      .map((signal) => ({ signal, isYes: answerIn(signal, call) }));
    const approvals = answers.filter(({ isYes }) => isYes === true).map(({ signal }) => signal);
    if (approvals.some(({ usedFor }) => usedFor === use)) return true;
    for (const { id, usedFor } of approvals)
      if (usedFor === null && (await this.runs.useSignal(id, use))) return true;
    if (answers.some(({ isYes }) => isYes === false)) throw deniedInRun(call.tool);
    return false;
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

function boundTo({ path, tool, server, arguments: values }: ApprovedCall): BoundCall {
  const known = values === undefined ? {} : { arguments: digest(values) };
  return { path, tool: `${tool}@${server}`, ...known };
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Whether the sender is one of those who decide, here as in the inbox. */
function isBy(
  { sender, senderRole }: StoredSignal,
  { roles, exceptCaller }: ApprovalDeciders,
  { userId }: Run,
): boolean {
  return senderRole !== null && roles.includes(senderRole) && !(exceptCaller && sender === userId);
}

/** What a person says to this call: `undefined` when it is about another. What programs send can be listened to, but approves nothing. */
function answerIn(
  { type, data, byPerson, boundTo: bound }: StoredSignal,
  call: GuardedCall,
): boolean | undefined {
  const { path, stepKey, tool, server, arguments: values } = call;
  if (type !== approvalType || !byPerson) return undefined;
  const name = `${tool}@${server}`;
  const {
    approved,
    step,
    tool: named,
    arguments: seen = values,
  }: JsonObject = isJsonObject(data) ? data : {};
  if ((named ?? name) !== name || !isDeepStrictEqual(seen, values)) return undefined;
  const isMeant =
    step !== undefined
      ? step === stepOf(stepKey) || step === path
      : named !== undefined || isBoundTo(bound, call);
  return isMeant ? data !== false && approved !== false : undefined;
}

/** An approval that names neither step nor tool is good for the call that was shown to whoever gave it. */
function isBoundTo(bound: BoundCall | null, call: GuardedCall): boolean {
  if (bound === null) return false;
  const { path, tool, arguments: seen } = bound;
  const { path: own, tool: ownTool, arguments: values } = boundTo(call);
  return path === own && tool === ownTool && (seen === undefined || seen === values);
}
