import type { ServerClearance } from '../clearance/clearance.js';
import type { AppConfig } from './app-config.schema.js';

/** Which state a config is in. Times in milliseconds since the epoch. */
export interface ConfigRef {
  /** Counts up from 1; a version never changes. */
  readonly version: number;
  /** Strong validator (RFC 9110 §8.8.3), with its quotes. */
  readonly etag: string;
  readonly updatedAt: number;
  /** The person (`usr_…`) who saved this version; `null` once that user is deleted. */
  readonly authorId: string | null;
}

/** The unit that a developer ships: servers, policies and workflows under a name. */
export interface App {
  readonly id: string;
  readonly accountId: string;
  /** Unique in the account. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly config: ConfigRef;
}

/** A secret as it is kept. */
export interface StoredSecret {
  readonly sealed: string;
  /** Another one after each change of the value. */
  readonly version: string;
  /** Where it may go. None: it was given for no origin, and no config in force has sent it anywhere. */
  readonly origins: readonly SecretOrigin[];
}

/** An origin that a secret was given for. */
export interface SecretOrigin {
  /** `https://api.example.com`, or `stdio:` for commands. */
  readonly origin: string;
  /** When a config in force first sent it there, in milliseconds since the epoch. */
  readonly usedAt: number | null;
}

/** All that is needed to serve an app: the same object for as long as nothing of it changes. */
export interface AppState {
  readonly app: App;
  readonly config: AppConfig;
  readonly secrets: ReadonlyMap<string, StoredSecret>;
  /** The app as it is, where this is what a program or grants leave somebody of it: with fewer servers, or workflows. */
  readonly whole?: AppState;
  /** What grants leave of its servers, by name; absent where they take nothing. */
  readonly cleared?: ReadonlyMap<string, ServerClearance>;
  /** The config is not in force: secrets go only where they are given for already. */
  readonly isDraft?: true;
}
