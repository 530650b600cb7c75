import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import type { SignInRule } from '../../platform/config/values/sign-in-providers.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { OperatorJoins } from '../people/operator-joins.service.js';
import { PeopleStore } from '../people/people-store.port.js';
import type { RuleOutcome } from '../people/person.js';
import { Sessions } from '../sessions/sessions.service.js';
import { ResetStore } from '../resets/reset-store.port.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import { SignOuts } from '../sign-in/sign-outs.service.js';
import { SubjectStore, type RulePlace } from './subject-store.port.js';

const actions = {
  joined: 'member.joined',
  changed: 'member.changed',
  slept: 'member.slept',
  woke: 'member.woke',
  left: 'member.removed',
} as const;

/** At which provider a sign-in was, and the rules that matched there. */
export interface RuleCause {
  readonly provider: string;
  readonly rules: readonly SignInRule[];
}

/** Brings places in accounts in line with what rules give. */
@Injectable()
export class RulePlaces {
  constructor(
    private readonly subjects: SubjectStore,
    private readonly people: PeopleStore,
    private readonly joins: OperatorJoins,
    private readonly signOuts: SignOuts,
    private readonly sessions: Sessions,
    private readonly tokens: AccessTokens,
    private readonly resets: ResetStore,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** What became of a place; with one that is lost, what is signed in there ends. Joins the transaction that is open. */
  async settle(place: RulePlace, cause: RuleCause | undefined, origin: Origin = {}): Promise<RuleOutcome> {
    const { accountId, userId } = place;
    const standing = await this.subjects.standing(place);
    const outcome = await this.people.settleRules(accountId, userId, standing, this.clock.now());
    if (outcome.change === 'none') return outcome;
    if (outcome.change === 'left') await this.signOuts.fromAccount(userId, accountId);
    else await this.sessions.leaveAccount(userId);
    if (outcome.change === 'changed') await this.tokens.standingChanged(userId, accountId);
    if (outcome.change === 'left' || outcome.change === 'changed') {
      // Whoever made a link had power over the person, or the right to make it, as the roles were then.
      await this.resets.removeFor(userId);
      await this.resets.removeBy(userId, accountId);
    }
    const details = { role: outcome.role, ...(cause && { provider: cause.provider, rules: namesOf(cause) }) };
    const happening = { action: actions[outcome.change], target: userId, userId, details };
    await this.audit.append({ accountId, ...happening }, origin);
    if (outcome.change === 'joined' && (await this.people.findAccount(accountId))?.operator === true)
      await this.joins.joined(userId, origin);
    return outcome;
  }
}

/** Rules as the audit log names them. */
export function namesOf({ rules }: Pick<RuleCause, 'rules'>): string[] {
  return rules.map(({ claim, match, account, role }) => `${claim}=${match} → ${account}:${role}`);
}
