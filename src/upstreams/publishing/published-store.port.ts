/** A server that was published at run time, as it is kept. Times in milliseconds since the epoch. */
export interface StoredServer {
  readonly name: string;
  readonly sealed: string;
  /** Another one after each change. */
  readonly revision: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Keeps published servers. What changes is told to other processes. */
export abstract class PublishedStore {
  /** By name. */
  abstract list(): Promise<StoredServer[]>;
  /** Revisions by name. */
  abstract revisions(): Promise<ReadonlyMap<string, string>>;
  /** `false` when there is one of this name. */
  abstract insert(server: StoredServer): Promise<boolean>;
  /** `false` when there is none of this name, or not in this revision. */
  abstract update(
    server: Pick<StoredServer, 'name' | 'sealed' | 'revision' | 'updatedAt'>,
    former: string,
  ): Promise<boolean>;
  /** `false` when there is none. */
  abstract remove(name: string): Promise<boolean>;
}
