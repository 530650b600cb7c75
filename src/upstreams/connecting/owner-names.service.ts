import { Injectable } from '@nestjs/common';
import { People } from '../../accounts/people/people.service.js';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { ConnectionOwner } from '../../kernel/caller.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { everyAccount } from '../credentials/credential-owner.js';
import type { NamedOwner } from './named-owner.js';

/** What the owners of connections are called. */
@Injectable()
export class OwnerNames {
  constructor(
    private readonly people: People,
    private readonly apps: AppConfigs,
  ) {}

  /** A function that names the owners that `principal` sees; what has no name any more goes by its id. */
  async of(
    { userId, accountId }: UserPrincipal,
    owners: readonly ConnectionOwner[],
  ): Promise<(owner: ConnectionOwner) => NamedOwner> {
    const place = await this.people.findPlace(userId, accountId);
    const apps = new Map<string, string>();
    for (const owner of owners)
      if (owner.kind === 'app' && !apps.has(owner.appId)) {
        const state = await this.apps.find(owner.appId);
        apps.set(owner.appId, state?.app.name ?? owner.appId);
      }
    return (owner) => {
      switch (owner.kind) {
        case 'person':
          return { kind: 'user', id: owner.userId, name: place?.user.name ?? owner.userId };
        case 'app':
          return { kind: 'app', id: owner.appId, name: apps.get(owner.appId) ?? owner.appId };
        case 'account': {
          const { accountId: id } = owner;
          const name = id === everyAccount ? 'all accounts' : (place?.account.name ?? id);
          return { kind: 'account', id, name };
        }
      }
    };
  }
}
