import type { Role } from '../../kernel/principal.js';
import type { SignInRule } from '../../platform/config/values/sign-in-providers.js';
import type { RuleStanding } from '../people/person.js';
import type { Claims } from './proven-person.js';

/** Who a user is at an issuer, and what it said at the last sign-in. Times in milliseconds since the epoch. */
export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
  readonly userId: string;
  /** Its id in the settings. */
  readonly provider: string;
  readonly signedInAt: number;
  readonly claims: Claims;
  readonly rules: readonly SignInRule[];
}

/** A place that rules gave. */
export interface RulePlace {
  readonly userId: string;
  readonly accountId: string;
}

/** Keeps who people are at issuers, and what the rules of those give them. */
export abstract class SubjectStore {
  abstract find(issuer: string, subject: string): Promise<ProviderSubject | undefined>;
  abstract findOf(userId: string, issuer: string): Promise<ProviderSubject | undefined>;
  /** Who somebody is at all issuers. */
  abstract listOf(userId: string): Promise<readonly ProviderSubject[]>;
  /** The newest sign-in of somebody. */
  abstract findLast(userId: string): Promise<ProviderSubject | undefined>;
  /** Inserts, or takes over what was said this time. */
  abstract keep(subject: ProviderSubject): Promise<void>;
  /** Forgets who somebody is at an issuer. */
  abstract remove(userId: string, issuer: string): Promise<void>;
  /** Keeps what the rules of an issuer give, in place of all that they gave; the accounts in which they gave or give something. */
  abstract replaceRoles(
    of: Pick<ProviderSubject, 'userId' | 'issuer' | 'signedInAt'>,
    roles: ReadonlyMap<string, Role>,
  ): Promise<ReadonlySet<string>>;
  abstract standing(place: RulePlace): Promise<RuleStanding>;
  /** Puts to sleep what was given at sign-ins before `before`, so many at a time, and says whose places these are. */
  abstract putToSleep(before: number, limit: number): Promise<readonly RulePlace[]>;
}
