import { Injectable } from '@nestjs/common';
import type { CallerMatch } from '../../../../accounts/identity/caller-patterns.js';
import type { CallerIdentity } from '../../../../accounts/identity/caller-identity.js';
import { withPlainNumbers } from '../../../../kernel/json/exact-number.js';
import type { JsonObject, JsonRecord } from '../../../../kernel/json/json.js';
import type { RuleReason } from '../../../../kernel/hop.js';
import { begunInSlices } from '../../../../kernel/pacing/slices.js';
import { Clock } from '../../../../kernel/pacing/clock.js';
import { Problem } from '../../../../kernel/problems/problem.js';
import { ExpressionError, Expressions } from '../../../../platform/expressions/expressions.port.js';
import type { GatedServer } from '../call-hook.js';
import { ruleOutcomeOf, UnjudgedRule, type RuleJudgement } from './rule-judgement.js';
import {
  isTooLong,
  matchingOne,
  ruleBookOf,
  type RuledTool,
  type RuleLayer,
  type WrittenRule,
} from './rule-book.js';

/** A call of a tool that rules are to judge. */
export interface RuledCall {
  readonly accountId: string;
  readonly server: GatedServer;
  /** The server's name for it. */
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Asked for once a rule is about callers. */
  caller(): CallerIdentity | Promise<CallerIdentity>;
}

/** Judges calls by the rules of apps and of the operator: of each the first rule that matches counts. It changes nothing and asks no server. */
@Injectable()
export class Rules {
  constructor(
    private readonly expressions: Expressions,
    private readonly clock: Clock,
  ) {}

  /** Also to be asked again about arguments that have changed. Throws `tool-denied` for a rule that cannot be judged. */
  async judge(call: RuledCall): Promise<RuleJudgement> {
    const why: RuleReason[] = [];
    for (const layer of ruleBookOf(call.server)) why.push(...(await this.decisive(layer, call)));
    return { ...ruleOutcomeOf(why), redacts: why.some((rule) => rule.decision === 'redact'), why };
  }

  /** The first rule that matches, behind those that would restrict the caller if a name that is only claimed were theirs. */
  private async decisive(layer: RuleLayer, call: RuledCall): Promise<readonly RuleReason[]> {
    const named = layer.tool(call.tool);
    if (isTooLong(named)) throw new Problem('tool-denied', 'The name of the tool is too long for the rules.');
    const found: RuleReason[] = [];
    for (const rule of layer.rules) {
      const match = await this.matches(rule, named, call);
      if (match === undefined) continue;
      found.push(rule.verdict);
      if (match === 'known') break;
    }
    return found;
  }

  private async matches(
    { tools, callers, when, verdict }: WrittenRule,
    tool: RuledTool,
    call: RuledCall,
  ): Promise<CallerMatch> {
    if (!(await begunInSlices(matchingOne(tools, tool.names)))) return undefined;
    const match =
      callers === undefined ? 'known' : await begunInSlices(callers.matching(await call.caller()));
    if (match === undefined || (match === 'claimed' && verdict.decision === 'allow')) return undefined;
    return when === undefined || (await this.holds(when, verdict, tool, call)) ? match : undefined;
  }

  private async holds(
    when: string,
    verdict: RuleReason,
    { name, server, tool }: RuledTool,
    call: RuledCall,
  ): Promise<boolean> {
    const now = this.clock.now();
    const variables = {
      arguments: withPlainNumbers(call.arguments, (source) => {
        throw new UnjudgedRule(
          verdict,
          `The number ${source.slice(0, 40)} has more digits than expressions keep.`,
        );
      }),
      caller: (await call.caller()).shown,
      tool: { name, server, tool },
      time: new Date(now).toISOString(),
    } as unknown as JsonRecord;
    try {
      const template = `\${$boolean((${when}\n))}`;
      const { accountId } = call;
      const author = verdict.by === 'operator' ? 'operator' : 'account';
      const job = { accountId, author, template, data: null, variables, now } as const;
      return (await this.expressions.evaluate(job)) === true;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      throw new UnjudgedRule(verdict, error.message);
    }
  }
}
