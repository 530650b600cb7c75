/** Remembers which approvals have been used; on Postgres for all processes. */
export abstract class ApprovalStore {
  /** Notes all of them, or none and answers `false` when one has been used before. Times in milliseconds since the epoch. */
  abstract use(ids: readonly string[], expiresAt: number, now: number): Promise<boolean>;
}
