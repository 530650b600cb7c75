import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SessionCallers } from '../../accounts/sessions/session-callers.service.js';
import type { UserPrincipal } from '../../kernel/principal.js';

const maxKnown = 10_000;
/** Milliseconds after which a role or a membership that ended counts for policies. */
const freshMs = 5000;

/** The people who saved configs, with their present role: what a policy calls, it calls with their access as well. */
@Injectable()
export class ConfigAuthors {
  private readonly known: LRUCache<string, { readonly author: UserPrincipal | undefined }>;

  constructor(people: SessionCallers) {
    this.known = new LRUCache<string, { readonly author: UserPrincipal | undefined }>({
      ...{ max: maxKnown, ttl: freshMs },
      fetchMethod: async (key) => {
        const [userId = '', accountId = ''] = key.split(' ');
        return { author: await people.findPerson(userId, accountId) };
      },
    });
  }

  /** The author in the account; `undefined` once they have left it, or their user is deleted. */
  async find(accountId: string, authorId: string | null): Promise<UserPrincipal | undefined> {
    if (authorId === null) return undefined;
    return (await this.known.fetch(`${authorId} ${accountId}`))?.author;
  }
}
