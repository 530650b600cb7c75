import { Injectable } from '@nestjs/common';
import { People } from '../../accounts/people/people.service.js';
import { AppStore } from '../app/app-store.port.js';

/** Records know people and apps by id; those who read them, by address and slug. */
@Injectable()
export class RecordNames {
  constructor(
    private readonly people: People,
    private readonly apps: AppStore,
  ) {}

  /** The app that an id or a slug means; what is neither stays as it is and fits nothing. */
  async appId(accountId: string, named: string): Promise<string> {
    return (await this.apps.findIdBySlug(accountId, named)) ?? named;
  }

  /** The users that an id or an address means. */
  async userIds(named: string): Promise<string[]> {
    return named.includes('@') ? this.people.idsOf(named) : [named];
  }

  /** Slugs by id, of apps that are still there. */
  slugs(appIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.apps.slugsOf(appIds);
  }

  /** Addresses by id, of people who are still known. */
  emails(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.people.emailsOf(userIds);
  }
}
