import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem, type Fault } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Signals } from '../../platform/database/signals.js';
import { Clearances } from './clearances.service.js';
import type { GrantShelves } from './grant-shelves.js';
import { etagOfGrants, requireState } from './grant-etag.js';
import {
  ServerGrantStore,
  type GrantRow,
  type ServerGrantChange,
  type StoredGrant,
} from './server-grant-store.port.js';
import { digestOfGrant, printGrant, subjectOf, type ServerGrant } from './server-grant.js';

/** The grants of an account as JSON, each app by its slug. */
export interface GrantList {
  readonly etag: string;
  readonly grants: readonly string[];
}

/** What is to become of them: `add` and `remove`, or all others than `grants` are removed. */
export interface WantedGrants {
  readonly grants?: readonly ServerGrant[];
  readonly add?: readonly ServerGrant[];
  readonly remove?: readonly ServerGrant[];
}

/** So many of a change are told in the audit log. */
const toldOnce = 20;

/** Who may use which servers and tools, as owners and admins say. */
@Injectable()
export class ServerGrants {
  constructor(
    private readonly store: ServerGrantStore,
    private readonly clearances: Clearances,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly signals: Signals,
    private readonly config: Config,
  ) {}

  async get({ accountId }: UserPrincipal): Promise<GrantList> {
    const { revision, rows } = await this.store.read(accountId);
    const slugs = await this.store.slugsOf(accountId);
    return { etag: etagOfGrants(revision), grants: rows.map((row) => withSlug(row, slugs)) };
  }

  /** Of the list as it is now. */
  async etagOf({ accountId }: UserPrincipal): Promise<string> {
    return etagOfGrants(await this.store.revisionOf(accountId));
  }

  /** From when it resolves on they hold here, elsewhere within seconds. Throws `grants-changed`, `invalid-grants`, `too-many-grants`. */
  async change(
    principal: UserPrincipal,
    wanted: WantedGrants,
    ifMatch: string | undefined,
    origin: Origin,
  ): Promise<void> {
    const { accountId } = principal;
    // The transaction finds the list in memory, unless another process is changing it as well.
    await this.clearances.prepare(accountId);
    const [before, after] = await this.database.write(async () => {
      const since = await this.store.advance(accountId);
      requireState(since, ifMatch);
      const before = await this.clearances.before(accountId, since);
      const change = await this.changeOf(accountId, wanted);
      const [added, removed] = [change.added.map(grantOf), change.removed.map(grantOf)];
      const after = before.changed({ added, removed });
      if (added.length > 0) this.requireRoom(after.shelves, added);
      await this.store.apply(accountId, change);
      const details = { added: told(change.added), removed: change.removed.length };
      await this.audit.record(principal, { action: 'grants.changed', target: accountId, details }, origin);
      await this.signals.send('grants', accountId);
      return [before, after];
    });
    await this.clearances.learn(accountId, before, after);
  }

  private async changeOf(
    accountId: string,
    { grants, add, remove }: WantedGrants,
  ): Promise<ServerGrantChange> {
    const ids = new Map([...(await this.store.slugsOf(accountId))].map(([id, slug]) => [slug, id]));
    const added = stored(grants ?? add ?? [], ids);
    await this.requireKnown(accountId, added, grants === undefined ? 'add' : 'grants');
    const named = new Map(added.map((one) => [one.digest, one]));
    const gone = grants === undefined ? stored(remove ?? [], ids) : await this.all(accountId);
    const present = await this.store.present(accountId, [
      ...named.keys(),
      ...gone.map(({ digest }) => digest),
    ]);
    return {
      added: [...named.values()].filter(({ digest }) => !present.has(digest)),
      removed: gone.filter(({ digest }) => present.has(digest) && !named.has(digest)),
    };
  }

  private async all(accountId: string): Promise<StoredGrant[]> {
    const { rows } = await this.store.read(accountId);
    return rows.map(({ digest, content }) => ({ digest, grant: JSON.parse(content) as ServerGrant }));
  }

  /** Throws `invalid-grants` for members and apps that are not of the account. */
  private async requireKnown(accountId: string, grants: readonly StoredGrant[], path: string): Promise<void> {
    const named = grants.flatMap(({ grant }) => grant.member ?? []);
    const members = await this.store.membersAmong(accountId, [...new Set(named)]);
    const faults: Fault[] = [];
    for (const [index, { grant }] of grants.entries()) {
      const at = `/${path}/${String(index)}`;
      if (grant.member !== undefined && !members.has(grant.member))
        faults.push({ pointer: `${at}/member`, detail: 'is nobody in this account' });
      if (grant.app === '') faults.push({ pointer: `${at}/app`, detail: 'is no app of this account' });
      if (faults.length >= 100) break;
    }
    requireSound(faults);
  }

  private requireRoom(shelves: GrantShelves, added: readonly ServerGrant[]): void {
    const { MAX_GRANTS, MAX_GRANT_BYTES, MAX_GRANT_GLOBS } = this.config.values;
    const { count, bytes } = shelves.sum;
    if (count > MAX_GRANTS)
      throw new Problem('too-many-grants', `MAX_GRANTS allows ${String(MAX_GRANTS)} grants per account.`);
    if (bytes > MAX_GRANT_BYTES)
      throw new Problem(
        'too-many-grants',
        `MAX_GRANT_BYTES allows ${String(MAX_GRANT_BYTES)} bytes of grants per account.`,
      );
    for (const of of new Set(added.map((grant) => shelves.beside(grant))))
      if (of !== undefined && of.globs > MAX_GRANT_GLOBS)
        throw new Problem(
          'too-many-grants',
          `MAX_GRANT_GLOBS allows ${String(MAX_GRANT_GLOBS)} globs in the grants of one ${subjectOf(of.grants[0])}.`,
        );
  }
}

/** Throws `invalid-grants` with every fault. */
export function requireSound(faults: readonly Fault[]): void {
  if (faults.length > 0)
    throw new Problem('invalid-grants', 'The grants have members that cannot be used.', {
      errors: [...faults],
    });
}

/** As they are kept: apps by their ids, which stay when slugs change; without one where there is no such app. */
function stored(grants: readonly ServerGrant[], ids: ReadonlyMap<string, string>): StoredGrant[] {
  return grants.map((one) => {
    const grant = one.app === undefined ? one : { ...one, app: ids.get(one.app) ?? '' };
    return { digest: digestOfGrant(printGrant(grant)), grant };
  });
}

/** A grant as it is told: the app by its slug. */
export function withSlug({ app, content }: GrantRow, slugs: ReadonlyMap<string, string>): string {
  if (app === null) return content;
  const grant = JSON.parse(content) as ServerGrant;
  return printGrant({ ...grant, app: slugs.get(app) ?? app });
}

function grantOf({ grant }: StoredGrant): ServerGrant {
  return grant;
}

function told(grants: readonly StoredGrant[]): object {
  const some = grants.slice(0, toldOnce).map(({ grant }) => ({
    ...{ to: subjectOf(grant), servers: grant.servers.slice(0, toldOnce).join(' ') },
    ...(grant.tools === undefined ? {} : { tools: true }),
  }));
  return { count: grants.length, some };
}
