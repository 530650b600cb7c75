import { Injectable } from '@nestjs/common';
import { CallerIdentities } from '../../../../accounts/identity/caller-identities.service.js';
import type { CallScope } from '../../../../kernel/call-scope.js';
import type { RuleReason } from '../../../../kernel/hop.js';
import { isJsonObject, type JsonObject } from '../../../../kernel/json/json.js';
import { Problem } from '../../../../kernel/problems/problem.js';
import type { CallHook, HookedCall, RequestDecision, ResponseDecision } from '../call-hook.js';
import { redactedValue } from '../checks/checked-value.js';
import { requiredBy } from '../required-by.js';
import { noteDecision } from '../decision-notes.js';
import { mayRedact, ruleBookOf } from './rule-book.js';
import { deniedByRule, UnjudgedRule, type RuleJudgement } from './rule-judgement.js';
import { Rules } from './rules.service.js';

const methods = ['tools/call'];

/** Rules at the gate: they refuse, ask, and take secrets out of what goes to a server and comes from it. */
@Injectable()
export class RuleHooks {
  /** In the order in which they are to be asked. */
  readonly hooks: readonly CallHook[] = [
    {
      methods,
      judgesChanges: true,
      concerns: (server) => ruleBookOf(server).length > 0,
      request: (call) => this.request(call),
    },
    {
      methods,
      judgesChanges: true,
      concerns: mayRedact,
      response: (call, result) => this.response(call, result),
    },
  ];
  /** Servers whose results a request sees without secrets, since one of its calls is to. */
  private readonly redacted = new WeakMap<CallScope, Set<string>>();

  constructor(
    private readonly rules: Rules,
    private readonly callers: CallerIdentities,
  ) {}

  /** What the rules say about a call as it is now, with a note of it for its record. */
  async judge(call: HookedCall): Promise<RuleJudgement> {
    const { caller, server, params, scope } = call;
    const { principal } = caller;
    const tool = String(params['name']);
    const given = params['arguments'];
    const note = (why: readonly RuleReason[]): void => {
      if (call.isAgain === true) for (const reason of why) noteDecision(call, reason);
      else scope.noteJudged({ serverId: server.id, target: tool, why });
    };
    try {
      const judgement = await this.rules.judge({
        ...{ accountId: principal.accountId, server, tool },
        arguments: isJsonObject(given) ? given : {},
        caller: () => this.callers.of(principal),
      });
      note(judgement.why);
      return judgement;
    } catch (error) {
      if (error instanceof UnjudgedRule) note([error.verdict]);
      throw error;
    }
  }

  private async request(call: HookedCall): Promise<RequestDecision> {
    const { decision, redacts, reason, why } = await this.judge(call);
    if (decision === 'deny')
      return {
        kind: 'refused',
        problem: new Problem('tool-denied', reason ?? deniedByRule),
      };
    const clean = redacts ? await this.withoutSecrets(call) : undefined;
    const value = clean === undefined ? {} : { value: clean };
    if (decision === 'ask') {
      const asking = why.filter((rule) => rule.decision === 'ask').map(({ by }) => by);
      return { kind: 'ask', ...requiredBy(asking), ...value };
    }
    return clean === undefined ? { kind: 'pass' } : { kind: 'changed', value: clean };
  }

  private async withoutSecrets({ server, params, scope }: HookedCall): Promise<JsonObject> {
    const servers = this.redacted.get(scope) ?? new Set();
    this.redacted.set(scope, servers.add(server.id));
    return 'arguments' in params ? { arguments: await redactedValue(params['arguments'], 'arguments') } : {};
  }

  /** What belongs to no call that is known could belong to one that is redacted. A state must come back as it was given out. */
  private async response(
    { server, scope, params }: HookedCall,
    result: JsonObject,
  ): Promise<ResponseDecision> {
    const isKnown = params['name'] !== undefined;
    if (isKnown && this.redacted.get(scope)?.has(server.id) !== true) return { kind: 'pass' };
    const { requestState, ...before } = result;
    const after = await redactedValue(before, 'result');
    return after === before
      ? { kind: 'pass' }
      : { kind: 'changed', value: { ...after, ...(requestState === undefined ? {} : { requestState }) } };
  }
}
