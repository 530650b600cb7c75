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
import type { Invitation } from '../joining/invitation-store.port.js';
import { Departures, type MemberDeparture } from '../people/departures.service.js';
import { Newcomers } from '../people/newcomers.repository.js';
import { PeopleStore } from '../people/people-store.port.js';
import { SignInNews } from '../people/sign-in-news.service.js';
import { everywhere, higherRole, type User } from '../people/person.js';
import { maxLengths, type ProvenPerson } from './proven-person.js';
import { matchingRules, vouchedAddress } from './rule-judgement.js';
import { namesOf, RulePlaces } from './rule-places.service.js';
import { keptClaims } from './kept-claims.js';
import { SubjectStore } from './subject-store.port.js';

/** Somebody who came back from a provider, and the invitation that they came to accept. */
export interface ProvenArrival {
  readonly provider: SignInProvider;
  readonly person: ProvenPerson;
  readonly invitation: Invitation | undefined;
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

  /** The user, whose places are as the rules say from now on. Throws `sign-in-refused`, also for somebody who has no place left. */
  async admit(arrival: ProvenArrival, origin: Origin): Promise<User> {
    const matched = matchingRules(arrival.provider, arrival.person);
    const roles = await this.rolesBy(arrival.provider, matched);
    const departures: MemberDeparture[] = [];
    const { user, isIn } = await this.database.write(async () => {
      const one = await this.userFor(arrival, roles.size > 0, origin);
      await this.people.lockUser(one.id);
      departures.push(...(await this.settle(arrival, matched, roles, one.id, origin)));
      if (arrival.invitation !== undefined) await this.admission.acceptAs(one, arrival.invitation, origin);
      return { user: one, isIn: await this.record(arrival, matched, one, origin) };
    });
    for (const departure of departures) this.departures.departed(departure);
    this.news.signedIn(user.id);
    if (!isIn) throw noRule(arrival.provider);
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

  /** Of the accounts that rules name, the highest role in each. */
  private async rolesBy(
    { id }: SignInProvider,
    rules: readonly SignInRule[],
  ): Promise<ReadonlyMap<string, Role>> {
    const roles = new Map<string, Role>();
    for (const { account: named, role } of rules) {
      const account = (await this.people.findAccount(named)) ?? (await this.people.findAccountBySlug(named));
      if (account === undefined) {
        this.logger.warn('sign-in.rule-without-account', { provider: id, account: named });
        continue;
      }
      roles.set(account.id, higherRole(roles.get(account.id), role) ?? role);
    }
    return roles;
  }

  /** By issuer and subject, once these are known; the first time by an address that the provider's word counts for. */
  private async userFor(arrival: ProvenArrival, isLetIn: boolean, origin: Origin): Promise<User> {
    const { provider, person, invitation } = arrival;
    const known = await this.findKnown(arrival);
    if (known !== undefined) return known;
    await this.newcomers.takeTurn();
    const justMade = await this.findKnown(arrival);
    if (justMade !== undefined) return justMade;
    const email = vouchedAddress(provider, person);
    const linked = email === undefined ? undefined : await this.people.findUserInRealm(email, everywhere);
    if (linked !== undefined) return this.link(provider, person, linked, origin);
    if (!isLetIn && invitation === undefined) throw noRule(provider);
    return this.make(arrival, email !== undefined);
  }

  private async findKnown({ provider, person }: ProvenArrival): Promise<User | undefined> {
    const known = await this.subjects.find(provider.issuer, person.subject);
    return known && this.people.findUser(known.userId);
  }

  private async link(
    { id, issuer, label, domains }: SignInProvider,
    { subject }: ProvenPerson,
    user: User,
    origin: Origin,
  ): Promise<User> {
    if ((await this.subjects.findOf(user.id, issuer)) !== undefined)
      throw new Problem('sign-in-refused', `Somebody else at ${label} has come in with this address.`);
    if (domains.length === 0 && (await this.people.isInOperatorAccount(user.id)))
      throw new Problem(
        'sign-in-refused',
        `This address belongs to somebody who runs the gateway; ${label} may speak for them once its domains are set.`,
      );
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

  /** Whether somebody is in an account, in the first of which the sign-in is written down. */
  private async record(
    { provider }: ProvenArrival,
    rules: readonly SignInRule[],
    { id }: User,
    origin: Origin,
  ): Promise<boolean> {
    const [first] = await this.people.listMemberships(id);
    if (first === undefined) return false;
    const details = { provider: provider.id, rules: namesOf({ rules }) };
    const happening = { action: 'user.login', userId: id, target: id, details };
    await this.audit.append({ accountId: first.account.id, ...happening }, origin);
    return true;
  }
}

function noRule({ label }: SignInProvider): Problem {
  return new Problem('sign-in-refused', `No rule lets you in with what ${label} says of you.`);
}

function shownName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, maxLengths.name);
}
