import { Injectable } from '@nestjs/common';
import { AccountRules } from '../../accounts/people/account-rules.service.js';
import { suggestion } from '../../kernel/text/nearest.js';
import type { AppPrincipal, Principal, UserPrincipal } from '../../kernel/principal.js';
import { isBound } from '../../kernel/grant-reach.js';
import { Problem } from '../../kernel/problems/problem.js';
import { otherResource } from '../../platform/security/access.js';
import { Clearances } from '../clearance/clearances.service.js';
import type { AppConfig } from '../document/app-config.schema.js';
import { AppMemory } from './app-memory.js';
import { NarrowedApps } from './narrowed-apps.js';
import { AppStore, type StoredState } from './app-store.port.js';
import type { AppState } from '../document/app.js';

/** Runs with the id of an app that changed in any way, or is gone. */
type ChangeListener = (appId: string) => void;

/** What a slug or an id can look like; nothing else is looked for. */
const nameable = /^[a-z0-9_-]{1,63}$/;

/** Apps with their current configs, from memory: the hot path reads no database. */
@Injectable()
export class AppConfigs {
  private readonly loading = new Map<string, Promise<AppState | undefined>>();
  /** Apps that changed while they were read. */
  private readonly stale = new Set<string>();
  private readonly listeners: ChangeListener[] = [];
  private readonly narrowed = new NarrowedApps();

  constructor(
    private readonly store: AppStore,
    private readonly memory: AppMemory,
    private readonly rules: AccountRules,
    private readonly clearances: Clearances,
  ) {}

  /**
   * An app that `principal` reaches, by slug or `app_…` id: those of the account, the one of the key, or those that a grant is for. Throws
   * `app-not-found`, and `unauthorized` when the token is for another resource.
   */
  async get(principal: Principal, slugOrId: string): Promise<AppState> {
    const state = await this.findReached(principal, slugOrId);
    if (state !== undefined) return state;
    if (isBound(principal)) throw otherResource();
    const slugs = (await this.listReached(principal)).map(({ app }) => app.slug);
    const missing = `There is no app "${slugOrId.slice(0, 64)}" that this token reaches.`;
    throw new Problem('app-not-found', missing + suggestion(slugOrId, slugs));
  }

  /** The same, `undefined` when there is none. */
  async findReached(principal: Principal, slugOrId: string): Promise<AppState | undefined> {
    if (!nameable.test(slugOrId)) return undefined;
    const state =
      principal.kind === 'app'
        ? await this.find(principal.appId)
        : slugOrId.startsWith('app_')
          ? await this.find(slugOrId)
          : await this.findBySlug(principal.accountId, slugOrId);
    return state?.app.accountId === principal.accountId && isNamed(state, slugOrId)
      ? this.narrowed.of(principal, state, await this.clearances.of(principal))
      : undefined;
  }

  /** The same as the database has it now, for those who are about to change it. Throws `app-not-found`. */
  async getFresh(principal: Principal, slugOrId: string): Promise<AppState> {
    const { app } = await this.get(principal, slugOrId);
    const revisions = await this.store.revisions([app.id]);
    if (revisions.get(app.id) !== this.memory.revisionOf(app.id)) this.changed(app.id);
    return this.get(principal, slugOrId);
  }

  /** The whole app for people who read its config, including what access grants do not let them use. Throws `app-not-found`. */
  async getReadable(principal: UserPrincipal, slugOrId: string): Promise<AppState> {
    const state = await this.getFresh(principal, slugOrId);
    return state.whole ?? state;
  }

  /** The whole app for people who change its config or secrets. Throws `app-not-found`, `forbidden`. */
  async getManaged(principal: UserPrincipal, slugOrId: string): Promise<AppState> {
    const state = await this.getReadable(principal, slugOrId);
    await this.rules.requireConfigAccess(principal);
    return state;
  }

  /** The app of an app key. Throws `app-not-found` when it has been deleted. */
  getOfKey(principal: AppPrincipal): Promise<AppState> {
    return this.get(principal, principal.appId);
  }

  /**
   * The app that an SDK request means: the key's, the one that a grant is for, or the one that a user names. Throws `app-required` when a user
   * names none, `app-mismatch` when a key comes with the name of another app, `app-not-found`, and `unauthorized` when the token is for another
   * resource.
   */
  async getMeant(principal: Principal, slugOrId: string | undefined): Promise<AppState> {
    if (principal.kind === 'user') {
      const resource = principal.grant?.resource;
      if (resource !== undefined)
        return this.get(principal, slugOrId ?? (resource.kind === 'app' ? resource.appId : ''));
      if (slugOrId === undefined)
        throw new Problem(
          'app-required',
          'The token of a person reaches several apps, and the request names none.',
        );
      return this.get(principal, slugOrId);
    }
    const state = await this.getOfKey(principal);
    if (slugOrId !== undefined && !isNamed(state, slugOrId))
      throw new Problem('app-mismatch', `The key is of the app "${state.app.slug}".`);
    return state;
  }

  /** All apps that `principal` reaches, newest first. */
  async listReached(principal: Principal): Promise<readonly AppState[]> {
    if (principal.kind === 'user') {
      const ids = await this.store.listIds(principal.accountId);
      const known = ids.flatMap((id) => this.memory.find(id) ?? []);
      const all = known.length === ids.length ? known : await this.loadAll(principal.accountId);
      const clearance = await this.clearances.of(principal);
      return all.flatMap((state) => this.narrowed.of(principal, state, clearance) ?? []);
    }
    const state = await this.findReached(principal, principal.appId);
    return state === undefined ? [] : [state];
  }

  /** The app whatever its account; `undefined` when it is gone. */
  async find(id: string): Promise<AppState | undefined> {
    return this.memory.find(id) ?? (await this.load(id));
  }

  /** Does what goes by the app in the database, outside of any transaction. Throws `app-not-found` when the app has been deleted meanwhile. */
  async whileThere<T>(id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const revisions = await this.store.revisions([id]);
      throw revisions.has(id) ? error : new Problem('app-not-found', 'The app has just been deleted.');
    }
  }

  /** A version of the config of an app, whatever its account; `undefined` when the app is gone, or the version was blanked. */
  async findVersion(id: string, version: number): Promise<AppConfig | undefined> {
    const known = this.memory.find(id);
    if (known?.app.config.version === version) return known.config;
    const found = await this.store.findVersion(id, version);
    return found?.blankedAt === null ? (JSON.parse(found.content) as AppConfig) : undefined;
  }

  /** Runs `listener` after each change of an app, its config or its secrets, by whichever process. */
  onChange(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** An app was changed (or may have been): from now on it is read anew. */
  changed(appId: string): void {
    this.memory.forget(appId);
    if (this.loading.has(appId)) this.stale.add(appId);
    for (const listener of this.listeners) listener(appId);
  }

  private async findBySlug(accountId: string, slug: string): Promise<AppState | undefined> {
    const known = this.memory.findBySlug(accountId, slug);
    if (known !== undefined) return known;
    const id = await this.store.findIdBySlug(accountId, slug);
    return id === undefined ? undefined : this.find(id);
  }

  private load(id: string): Promise<AppState | undefined> {
    let loading = this.loading.get(id);
    if (loading === undefined) {
      loading = this.read(id).finally(() => this.loading.delete(id));
      this.loading.set(id, loading);
    }
    return loading;
  }

  /** Asks again when the app changed meanwhile, so that an old answer is never kept. */
  private async read(id: string): Promise<AppState | undefined> {
    let stored: StoredState | undefined;
    do {
      this.stale.delete(id);
      stored = await this.store.findState(id);
    } while (this.stale.has(id));
    return stored === undefined ? undefined : this.keep(stored);
  }

  private async loadAll(accountId: string): Promise<readonly AppState[]> {
    const { epoch } = this.memory;
    const stored = await this.store.listStates(accountId);
    return stored.map((row) =>
      epoch === this.memory.epoch ? (this.memory.find(row.app.id) ?? this.keep(row)) : toState(row),
    );
  }

  private keep(stored: StoredState): AppState {
    const state = toState(stored);
    this.memory.keep(state, stored.revision, stored.content.length);
    return state;
  }
}

function isNamed({ app }: AppState, slugOrId: string): boolean {
  return slugOrId === app.id || slugOrId === app.slug;
}

function toState({ app, content, secrets }: StoredState): AppState {
  return { app, config: JSON.parse(content) as AppConfig, secrets };
}
