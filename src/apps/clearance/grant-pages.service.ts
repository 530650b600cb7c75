import { Injectable } from '@nestjs/common';
import { People } from '../../accounts/people/people.service.js';
import type { Member } from '../../accounts/people/person.js';
import type { PageRequest } from '../../kernel/page.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Cursors } from '../../platform/security/cursors.js';
import { etagOfGrants } from './grant-etag.js';
import { grantMatcher, type GrantFilter } from './grant-filter.js';
import { ServerGrantStore, type GrantRow, type GrantSubjects } from './server-grant-store.port.js';
import { withSlug, type GrantList } from './server-grants.service.js';

/** Some of the grants of an account, with the people whom they name. */
export interface GrantPage extends GrantList {
  readonly members: readonly Member[];
  /** Whether any grant of the account names people. */
  readonly forPeople: boolean;
  readonly nextCursor?: string;
}

/** Places that are looked through at once here, and by the database; people of one name or address that are looked for at most. */
const most = { here: 1000, there: 10_000, people: 1000 };

/** The grants of an account, page by page. */
@Injectable()
export class GrantPages {
  constructor(
    private readonly store: ServerGrantStore,
    private readonly people: People,
    private readonly cursors: Cursors,
  ) {}

  /** Throws `invalid-cursor`. */
  async list({ accountId }: UserPrincipal, filter: GrantFilter, request: PageRequest): Promise<GrantPage> {
    const etag = etagOfGrants(await this.store.revisionOf(accountId));
    const slugs = await this.store.slugsOf(accountId);
    const { items, ...rest } = await this.cursors.pageOfRows(
      `server grants ${JSON.stringify([accountId, filter.q, filter.server])}`,
      request,
      (limit, behind) => this.find(accountId, { filter, slugs, limit, behind: Number(behind ?? -1) }),
      ({ place }) => String(place),
    );
    const named = [...new Set(items.flatMap(({ member }) => member ?? []))];
    return {
      ...{ etag, grants: items.map((row) => withSlug(row, slugs)), ...rest },
      members: await this.people.among(accountId, named),
      forPeople: await this.store.narrowsPeople(accountId),
    };
  }

  /** Looks through the list in portions: SQLite answers without ever waiting, and others are to be served meanwhile. */
  private async find(
    accountId: string,
    { filter, slugs, limit, behind }: Search,
  ): Promise<readonly GrantRow[]> {
    const { q, server } = filter;
    if (q === undefined && server === undefined) return this.store.list(accountId, behind, limit);
    const people = q === undefined ? [] : await this.people.search({ accountId, q, limit: most.people });
    const members = people.map(({ user }) => user.id);
    const about = q === undefined ? undefined : subjectsOf(q, members, slugs);
    const fits = grantMatcher(filter, new Set(members), slugs);
    const step = about === undefined ? most.here : most.there;
    const last = await this.store.lastPlaceOf(accountId);
    const found: GrantRow[] = [];
    for (let at = behind; at < last && found.length < limit; at += step) {
      const rows = await this.store.listBetween(accountId, at, at + step, about);
      found.push(...rows.filter(fits));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return found.slice(0, limit);
  }
}

/** What the database can look for; nothing where it may see letters of other alphabets otherwise than we do. */
function subjectsOf(
  q: string,
  members: readonly string[],
  slugs: ReadonlyMap<string, string>,
): GrantSubjects | undefined {
  if (!/^[\x20-\x7e]+$/.test(q)) return undefined;
  const text = q.toLowerCase();
  const apps = [...slugs].flatMap(([id, slug]) => (slug.includes(text) ? [id] : []));
  return { text: JSON.stringify(text).slice(1, -1), members, apps };
}

interface Search {
  readonly filter: GrantFilter;
  readonly slugs: ReadonlyMap<string, string>;
  readonly limit: number;
  readonly behind: number;
}
