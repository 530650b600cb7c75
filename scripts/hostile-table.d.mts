/** One thing that a gateway meets, and the tests that show what then holds. */
export interface HostileRow {
  readonly row: string;
  readonly setup: string;
  readonly holds: string;
  readonly tests: string;
  readonly ids: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly postgres?: true;
}

export const hostileTable: readonly HostileRow[];
