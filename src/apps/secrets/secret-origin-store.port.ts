import type { SecretOrigin } from '../document/app.js';

/** Keeps where the secrets of apps may go, by their names. Times in milliseconds since the epoch. */
export abstract class SecretOriginStore {
  /** Of all names that were ever given for an origin, also of secrets that are deleted. */
  abstract list(appId: string): Promise<ReadonlyMap<string, readonly SecretOrigin[]>>;
  abstract add(appId: string, name: string, origins: readonly SecretOrigin[], at: number): Promise<void>;
  abstract remove(appId: string, name: string, origins: readonly string[]): Promise<void>;
  abstract markUsed(appId: string, name: string, origin: string, at: number): Promise<void>;
}
