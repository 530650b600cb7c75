import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { PeopleStore } from '../people/people-store.port.js';
import type { Membership } from '../people/person.js';
import { speaksFor } from '../people/provider-authority.js';
import type { Session } from './session-store.port.js';

type Begun = Pick<Session, 'id' | 'userId' | 'provider'>;

/**
 * The accounts in which a browser may act: those of its person in which the provider that the session was begun at speaks for the person. A
 * provider that is not in the settings any more speaks for no one.
 */
@Injectable()
export class SessionPlaces {
  constructor(
    private readonly people: PeopleStore,
    private readonly config: Config,
  ) {}

  /** Oldest first. */
  async list(session: Begun): Promise<readonly Membership[]> {
    return (await this.listAll([session])).get(session.id) ?? [];
  }

  /** Of several sessions, by their ids; each oldest first. */
  async listAll(sessions: readonly Begun[]): Promise<ReadonlyMap<string, readonly Membership[]>> {
    const memberships = await this.people.listMembershipsOf(idsOf(sessions));
    const atProviders = sessions.filter(({ provider }) => provider !== null);
    const users = await this.people.listUsers(idsOf(atProviders));
    const byId = new Map(users.map((user) => [user.id, user]));
    return new Map(
      sessions.map(({ id, userId, provider: name }) => {
        const all = memberships.get(userId) ?? [];
        if (name === null) return [id, all];
        const user = byId.get(userId);
        const provider = this.config.values.OIDC_PROVIDERS.find((one) => one.id === name);
        const places =
          user === undefined || provider === undefined
            ? []
            : all.filter(({ account }) => speaksFor(provider, user, account));
        return [id, places];
      }),
    );
  }
}

function idsOf(sessions: readonly Begun[]): string[] {
  return [...new Set(sessions.map(({ userId }) => userId))];
}
