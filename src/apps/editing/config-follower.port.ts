import type { AppConfig } from '../document/app-config.schema.js';

/** Something that keeps rows of its own of what configs say. */
export abstract class ConfigFollower {
  /** From now on this is the config of the app. Joins the transaction that makes it so. */
  abstract follow(appId: string, config: AppConfig): Promise<void>;
}
