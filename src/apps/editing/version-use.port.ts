/** Something that goes by versions of configs which are not the current one. */
export abstract class VersionUse {
  /** The versions that must stay. */
  abstract versionsInUse(appId: string): Promise<readonly number[]>;
}
