import type { PageRequest } from '../../kernel/page.js';
import type { App, StoredSecret } from '../document/app.js';

/** One version of a config: it never changes, but an owner can have its content erased. */
export interface ConfigVersion {
  readonly version: number;
  /** JSON text as it was written. */
  readonly content: string;
  readonly etag: string;
  /** User who wrote it. */
  readonly authorId: string | null;
  readonly message: string | null;
  /** The version whose content a rollback brought back. */
  readonly restoredFrom: number | null;
  readonly createdAt: number;
  /** When an owner had the content erased; it is empty since. */
  readonly blankedAt: number | null;
}

export interface Author {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** A version with the person behind it; `undefined` when that person is gone. */
export interface AuthoredVersion extends ConfigVersion {
  readonly author: Author | undefined;
}

export type VersionSummary = Omit<AuthoredVersion, 'content'>;

/** An app with its current config and its secrets, as they are kept. */
export interface StoredState {
  readonly app: App;
  /** Grows with every change of the app, its config or its secrets. */
  readonly revision: number;
  readonly content: string;
  readonly secrets: ReadonlyMap<string, StoredSecret>;
}

export type AppChange = Partial<Pick<App, 'slug' | 'name' | 'description'>>;

/** Keeps apps and the versions of their configs. Writes join the transaction that is open. */
export abstract class AppStore {
  abstract count(accountId: string): Promise<number>;
  /** `false` when the account has an app with this slug. */
  abstract insert(app: App, first: ConfigVersion): Promise<boolean>;
  abstract findIdBySlug(accountId: string, slug: string): Promise<string | undefined>;
  /** Of those of `ids` that exist. */
  abstract slugsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  abstract findState(id: string): Promise<StoredState | undefined>;
  /** Of all apps of the account, newest first. */
  abstract listIds(accountId: string): Promise<string[]>;
  abstract listStates(accountId: string): Promise<StoredState[]>;
  /** Newest first, older than the id in `cursor`. */
  abstract list(accountId: string, page: PageRequest): Promise<App[]>;
  /** `'taken'` when the slug is another app's, `false` when the app is gone. */
  abstract update(id: string, change: AppChange, at: number): Promise<boolean | 'taken'>;
  abstract remove(id: string): Promise<boolean>;
  /** Makes `next` the current version if the current one is its predecessor; `false` when it is not. */
  abstract advance(id: string, next: ConfigVersion): Promise<boolean>;
  abstract findVersion(id: string, version: number): Promise<AuthoredVersion | undefined>;
  /** Erases the content of a version that is not the current one. */
  abstract blankVersion(id: string, version: number, at: number): Promise<void>;
  /** Of all versions, newest first. */
  abstract versionSizes(id: string): Promise<{ version: number; bytes: number }[]>;
  abstract removeVersions(id: string, versions: readonly number[]): Promise<void>;
  /** What all versions of all apps of the account take up. */
  abstract configBytes(accountId: string): Promise<number>;
  /** Newest first, older than `before`. */
  abstract listVersions(id: string, limit: number, before: number | undefined): Promise<VersionSummary[]>;
  /** Keeps others from changing the app until the transaction ends; `false` when it is gone. */
  abstract lock(id: string): Promise<boolean>;
  /** The revisions of those of `ids` that exist. */
  abstract revisions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
