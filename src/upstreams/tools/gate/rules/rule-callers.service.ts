import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { People } from '../../../../accounts/people/people.service.js';
import type { AppPrincipal, Principal, UserPrincipal } from '../../../../kernel/principal.js';
import type { RuleCaller } from './rule-caller.js';

interface NamedPerson {
  readonly email?: string;
  readonly name?: string;
}

const maxKnown = 10_000;
/** After so long what is known of somebody is read again, beside the calls. */
const freshMs = 60_000;

/** What callers are called, from memory: the database is asked about a person once, and then beside the calls. */
@Injectable()
export class RuleCallers {
  private readonly people: LRUCache<string, NamedPerson, UserPrincipal>;

  constructor(people: People) {
    this.people = new LRUCache<string, NamedPerson, UserPrincipal>({
      ...{ max: maxKnown, ttl: freshMs, allowStale: true, allowStaleOnFetchRejection: true },
      fetchMethod: async (_key, _stale, { context: { userId, accountId } }) => {
        const { user } = (await people.findPlace(userId, accountId)) ?? {};
        return user === undefined ? {} : { email: user.email, name: user.name };
      },
    });
  }

  of(principal: Principal): RuleCaller | Promise<RuleCaller> {
    return principal.kind === 'app' ? keyOf(principal) : this.person(principal);
  }

  /** A program that a person let in has the names of both. */
  private async person(principal: UserPrincipal): Promise<RuleCaller> {
    const { userId, accountId, role, grant } = principal;
    const known = await this.people.fetch(`${accountId} ${userId}`, { context: principal });
    const { email, name } = known ?? {};
    return {
      names: [
        ...(email === undefined ? [] : [`user:${email}`]),
        `role:${role}`,
        ...(grant?.client === undefined ? [] : [`client:${grant.client}`]),
      ],
      shown: {
        ...(grant === undefined ? { kind: 'user', id: userId } : { kind: 'client', id: grant.grantId }),
        ...(email === undefined ? {} : { email }),
        ...(name === undefined ? {} : { name: grant?.client ?? name }),
        role,
      },
    };
  }
}

function keyOf({ tokenId, name, client }: AppPrincipal): RuleCaller {
  return {
    names: [
      ...(name === undefined ? [] : [`key:${name}`]),
      ...(client === undefined ? [] : [`client:${client}`]),
    ],
    shown: { kind: 'key', id: tokenId, ...(name === undefined ? {} : { name }) },
  };
}
