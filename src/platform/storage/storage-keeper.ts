/** How rows of one kind are measured and removed, for one account at a time. */
export interface StorageKeeper {
  /** Bytes of the account that are in the database. */
  measure(accountId: string): Promise<number>;
  /** Removes some of the account's oldest rows that nothing needs any more, about `bytes` at most. Resolves to their bytes; 0 when there are none. */
  removeOldest(accountId: string, bytes: number): Promise<number>;
  /** Only rows in use are left, and they exceed the quota by `bytes`: ends some of what uses them. */
  relieve?(accountId: string, bytes: number): Promise<void>;
}
