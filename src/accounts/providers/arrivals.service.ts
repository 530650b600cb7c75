import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/id.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Role } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { SignInProvider, SignInRule } from '../../platform/config/values/sign-in-providers.js';
import { Database } from '../../platform/database/database.js';
import { Logger } from '../../platform/logging/logger.js';
import { Audit, type Origin } from '../audit/audit.service.js';
import { Admission } from '../joining/admission.service.js';
import { coversInvitation } from '../joining/invitation-authority.js';
import type { Invitation } from '../joining/invitation-store.port.js';
import { Departures, type MemberDeparture } from '../people/departures.service.js';
import { Newcomers } from '../people/newcomers.repository.js';
import { PeopleStore } from '../people/people-store.port.js';
import { SignInNews } from '../people/sign-in-news.service.js';
import { everywhere, higherRole, type User } from '../people/person.js';
import { knowsAddress, speaksEverywhereFor, speaksFor } from '../people/provider-authority.js';
import { maxLengths, type Claims, type ProvenPerson } from './proven-person.js';
import { matchingRules, vouchedAddress } from './rule-judgement.js';
import { namesOf, RulePlaces } from './rule-places.service.js';
import { SubjectStore } from './subject-store.port.js';

/** Characters of the claims that are kept, as JSON. */
const maxClaimsLength = 65_536;

/** Somebody who came back from a provider, and the invitation that they came to accept. */
export interface ProvenArrival {
  readonly provider: SignInProvider;
  readonly person: ProvenPerson;
  readonly invitation: Invitation | undefined;
}

/** What the rules that match give. */
interface RuleRoles {
  /** By account id. */
  readonly roles: ReadonlyMap<string, Role>;
  /** Whether one that names the operator's account does not count, as the provider does not vouch for the address. */
  readonly isBarred: boolean;
}

/** Who somebody is here who has proved to an issuer who they are there, and what they get by it. */
@Injectable()
export class Arrivals {
  constructor(
    private readonly subjects: SubjectStore,
    private readonly places: RulePlaces,
    private readonly people: PeopleStore,
    private readonly newcomers: Newcomers,
    private readonly admission: Admission,
    private readonly departures: Departures,
    private readonly news: SignInNews,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * The user, whose places are as the rules say from now on. Throws `sign-in-refused`, also for a user for whom the provider speaks in no account
   * (any more).
   */
  async admit(arrival: ProvenArrival, origin: Origin): Promise<User> {
    const matched = matchingRules(arrival.provider, arrival.person);
    const departures: MemberDeparture[] = [];
    const { user, given, isIn } = await this.database.write(async () => {
      // Before the user is locked, as everyone does who takes both.
      if (arrival.invitation !== undefined) await this.newcomers.takeTurn();
      const known = await this.findKnown(arrival);
      const given = await this.rolesBy(arrival, matched, known);
      const one = known ?? (await this.userFor(arrival, given, origin));
      await this.people.lockUser(one.id);
      await this.requireInvited(arrival, one);
      departures.push(...(await this.settle(arrival, matched, given.roles, one.id, origin)));
      if (arrival.invitation !== undefined) await this.admission.acceptAs(one, arrival.invitation, origin);
      return { user: one, given, isIn: await this.record(arrival, matched, one, origin) };
    });
    for (const departure of departures) this.departures.departed(departure);
    this.news.signedIn(user.id);
    if (!isIn) throw noRule(arrival.provider, given);
    return user;
  }

  private async settle(
    { provider, person }: ProvenArrival,
    rules: readonly SignInRule[],
    roles: ReadonlyMap<string, Role>,
    userId: string,
    origin: Origin,
  ): Promise<MemberDeparture[]> {
    const { issuer, id } = provider;
    const at = { userId, issuer, signedInAt: this.clock.now() };
    const claims = keptClaims(person.claims);
    await this.subjects.keep({ ...at, subject: person.subject, provider: id, claims, rules });
    const departures: MemberDeparture[] = [];
    for (const accountId of await this.subjects.replaceRoles(at, roles)) {
      const place = { userId, accountId };
      const { change } = await this.places.settle(place, { provider: id, rules }, origin);
      if (change === 'left') departures.push(place);
    }
    return departures;
  }

  /** Of the accounts that rules name, the highest role in each; in the operator's only for somebody whose address the provider vouches for. */
  private async rolesBy(
    { provider, person }: ProvenArrival,
    rules: readonly SignInRule[],
    known: User | undefined,
  ): Promise<RuleRoles> {
    const isVouched =
      known === undefined
        ? vouchedAddress(provider, person) !== undefined
        : speaksEverywhereFor(provider, known);
    const { id } = provider;
    const roles = new Map<string, Role>();
    let isBarred = false;
    for (const { account: named, role } of rules) {
      const account = (await this.people.findAccount(named)) ?? (await this.people.findAccountBySlug(named));
      if (account === undefined) {
        this.logger.warn('sign-in.rule-without-account', { provider: id, account: named });
        continue;
      }
      if (account.operator && !isVouched) {
        isBarred = true;
        continue;
      }
      roles.set(account.id, higherRole(roles.get(account.id), role) ?? role);
    }
    return { roles, isBarred };
  }

  /** Somebody who comes for the first time: the user with the address if the provider vouches for that, else a new one. */
  private async userFor(arrival: ProvenArrival, given: RuleRoles, origin: Origin): Promise<User> {
    const { provider, person, invitation } = arrival;
    await this.newcomers.takeTurn();
    const justMade = await this.findKnown(arrival);
    if (justMade !== undefined) return justMade;
    const email = vouchedAddress(provider, person);
    const linked = email === undefined ? undefined : await this.people.findUserInRealm(email, everywhere);
    if (linked !== undefined) return this.link(provider, person, linked, origin);
    if (given.roles.size === 0 && invitation === undefined) throw noRule(provider, given);
    return this.make(arrival, email !== undefined);
  }

  /** By issuer and subject. */
  private async findKnown({ provider, person }: ProvenArrival): Promise<User | undefined> {
    const subject = await this.subjects.find(provider.issuer, person.subject);
    const known = subject && (await this.people.findUser(subject.userId));
    if (known === undefined || known.passwordHash !== null) return known;
    const links = await this.subjects.listOf(known.id);
    return links.length === 1 ? this.judgeAnew(known, provider, vouchedAddress(provider, person)) : known;
  }

  /** The address of a user whom this provider alone has made is verified as long as the provider speaks for its domain: `domains` may have changed. */
  private async judgeAnew(user: User, provider: SignInProvider, vouched: string | undefined): Promise<User> {
    const { id, email, realm } = user;
    let now = realm;
    if (realm === everywhere && !knowsAddress(provider, email)) now = id;
    if (realm === id && vouched === email) {
      await this.newcomers.takeTurn();
      if ((await this.people.findUserInRealm(email, everywhere)) === undefined) now = everywhere;
    }
    if (now !== realm) await this.people.updateUser(id, { realm: now });
    return { ...user, realm: now };
  }

  /** Throws `sign-in-refused` where the provider does not speak for the user in the account of the invitation. */
  private async requireInvited({ provider, invitation }: ProvenArrival, user: User): Promise<void> {
    if (invitation === undefined) return;
    const account = await this.people.findAccount(invitation.accountId);
    if (account === undefined || !coversInvitation(provider, user, invitation, account))
      throw new Problem(
        'sign-in-refused',
        `${provider.label} does not speak for ${invitation.email} in the account of the invitation: the address is not of its domains.`,
      );
  }

  private async link(
    { id, issuer, label }: SignInProvider,
    { subject }: ProvenPerson,
    user: User,
    origin: Origin,
  ): Promise<User> {
    if ((await this.subjects.findOf(user.id, issuer)) !== undefined)
      throw new Problem('sign-in-refused', `Somebody else at ${label} has come in with this address.`);
    for (const { account } of await this.people.listMemberships(user.id))
      await this.audit.append(
        {
          ...{ accountId: account.id, userId: user.id, target: user.id },
          ...{ action: 'user.linked', details: { provider: id, subject } },
        },
        origin,
      );
    return user;
  }

  private async make({ provider, person }: ProvenArrival, isVerified: boolean): Promise<User> {
    const id = newId('usr');
    const email = person.email ?? `${person.subject}@${provider.id}`;
    const user: User = {
      id,
      email: email.slice(0, maxLengths.email),
      realm: isVerified ? everywhere : id,
      name: shownName(person.name ?? email),
      ...{ passwordHash: null, securedAt: null },
    };
    await this.people.insertUser(user, this.clock.now());
    return user;
  }

  /** Whether the provider speaks for the user in an account, in the first of which the sign-in is recorded. */
  private async record(
    { provider }: ProvenArrival,
    rules: readonly SignInRule[],
    user: User,
    origin: Origin,
  ): Promise<boolean> {
    const { id } = user;
    const memberships = await this.people.listMemberships(id);
    const first = memberships.find(({ account }) => speaksFor(provider, user, account));
    if (first === undefined) return false;
    const details = { provider: provider.id, rules: namesOf({ rules }) };
    const happening = { action: 'user.login', userId: id, target: id, details };
    await this.audit.append({ accountId: first.account.id, ...happening }, origin);
    return true;
  }
}

function noRule({ label }: SignInProvider, { isBarred }: RuleRoles): Problem {
  const detail = isBarred
    ? `The operator's account lets in only people whose verified address is of the domains of ${label}.`
    : `No rule lets you in with what ${label} says of you.`;
  return new Problem('sign-in-refused', detail);
}

function shownName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, maxLengths.name);
}

/** Claims as they are kept: those that fit, in their order. */
function keptClaims(claims: Claims): Claims {
  const kept: Record<string, unknown> = {};
  let left = maxClaimsLength;
  for (const [name, value] of Object.entries(claims)) {
    const size = name.length + JSON.stringify(value).length;
    if (size > left) continue;
    left -= size;
    kept[name] = value;
  }
  return kept;
}
