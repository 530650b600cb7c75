import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { roles, type AppPrincipal, type Principal, type UserPrincipal } from '../../kernel/principal.js';
import { Accounts } from '../people/accounts.service.js';
import { People } from '../people/people.service.js';
import { isVerified, type User } from '../people/person.js';
import type { CallerKind, CallerName, CallerIdentity } from './caller-identity.js';

const maxKnown = 10_000;
/** So long what is known of a caller may be old: as long as a change in another process may take to show. */
const freshMs = 5000;

/** A person, as long as they are in the account. */
interface Found {
  readonly user?: User;
}

interface Lookup {
  readonly of: UserPrincipal;
}

/** What callers are called, and in which account: for rules, policy hooks and dry runs. */
@Injectable()
export class CallerIdentities {
  /** By token or session: a person who signs in again is looked up again. */
  private readonly people: LRUCache<string, Found, Lookup>;

  constructor(
    private readonly members: People,
    private readonly accounts: Accounts,
  ) {
    this.people = new LRUCache<string, Found, Lookup>({
      ...{ max: maxKnown, ttl: freshMs, allowStaleOnFetchRejection: true },
      fetchMethod: async (_key, _stale, { context }) => {
        const { user } = (await members.findPlace(context.of.userId, context.of.accountId)) ?? {};
        return user === undefined ? {} : { user };
      },
    });
  }

  /** An OAuth client that a person authorized has the names of both. Throws `unauthorized` when the account has just gone. */
  async of(principal: Principal): Promise<CallerIdentity> {
    const account = await this.accountOf(principal.accountId);
    if (principal.kind === 'app') return keyOf(principal, account);
    const { accountId, userId, tokenId } = principal;
    const { user } = await this.people.forceFetch(`${accountId} ${userId} ${tokenId}`, {
      context: { of: principal },
    });
    return personOf(principal, account, user);
  }

  /**
   * A caller of an account by what patterns call it: `key:<name>`, `role:<role>`, `client:<id>`, or `user:<email>` with the role of the member who has the
   * address: the one who has verified it, if there is one.
   */
  async named(accountId: string, text: string): Promise<CallerIdentity> {
    const at = text.indexOf(':');
    const [kind, value] = [text.slice(0, at) as CallerKind, text.slice(at + 1)];
    const account = await this.accountOf(accountId);
    if (kind === 'user') return this.namedPerson(account, value.toLowerCase());
    const role = kind === 'role' ? roles.find((one) => one === value) : undefined;
    return {
      account,
      names: [known(kind, value)],
      shown: {
        ...{ kind: kind === 'role' ? 'user' : kind, id: value, account: account.slug },
        ...(kind === 'key' ? { name: value } : {}),
        ...(kind === 'client' ? { client: value } : {}),
        ...(role === undefined ? {} : { role }),
      },
    };
  }

  private async namedPerson(account: CallerIdentity['account'], email: string): Promise<CallerIdentity> {
    const member = await this.members.findMember(email, account.id);
    const user = member?.user;
    return {
      account,
      names: [
        user === undefined ? known('user', email) : addressOf(user, account),
        ...(member === undefined ? [] : [known('role', member.role)]),
      ],
      shown: {
        ...{ kind: 'user', id: user?.id ?? email, account: account.slug, email },
        emailVerified: user === undefined || isVerified(user),
        ...(member === undefined ? {} : { name: member.user.name, role: member.role }),
      },
    };
  }

  /** From memory once it is known: neither changes. */
  private async accountOf(id: string): Promise<CallerIdentity['account']> {
    const slug = await this.accounts.getSlug(id);
    return { id, slug, operator: id === (await this.accounts.findOperatorId()) };
  }
}

function personOf(
  { userId, role, grant }: UserPrincipal,
  account: CallerIdentity['account'],
  user: User | undefined,
): CallerIdentity {
  const client = grant?.clientId;
  const name = grant === undefined ? user?.name : (grant.client ?? user?.name);
  return {
    account,
    names: [
      ...(user === undefined ? [] : [addressOf(user, account)]),
      known('role', role),
      ...(client === undefined ? [] : [known('client', client)]),
    ],
    shown: {
      ...(grant === undefined ? { kind: 'user', id: userId } : { kind: 'client', id: grant.grantId }),
      ...{ account: account.slug },
      ...(user === undefined ? {} : { email: user.email, emailVerified: isVerified(user) }),
      ...(name === undefined ? {} : { name }),
      role,
      ...(client === undefined ? {} : { client }),
    },
  };
}

function keyOf({ tokenId, name, client }: AppPrincipal, account: CallerIdentity['account']): CallerIdentity {
  return {
    account,
    names: [
      ...(name === undefined ? [] : [known('key', name)]),
      ...(client === undefined ? [] : [known('client', client)]),
    ],
    shown: {
      ...{ kind: 'key', id: tokenId, account: account.slug },
      ...(name === undefined ? {} : { name }),
      ...(client === undefined ? {} : { client }),
    },
  };
}

function known(kind: CallerKind, value: string): CallerName {
  return { kind, value, trust: 'known' };
}

/** Whether the address is verified, or of an invitation of the account. */
function addressOf({ email, realm }: User, { id }: CallerIdentity['account']): CallerName {
  const trust = isVerified({ realm }) ? 'known' : realm === id ? 'invited' : 'claimed';
  return { kind: 'user', value: email, trust };
}
