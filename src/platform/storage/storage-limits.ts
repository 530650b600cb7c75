import type { Values, VariableName } from '../config/variables.js';

type NumericVariable = { [Name in VariableName]: Values[Name] extends number ? Name : never }[VariableName];

/** What an account may keep in the database of one kind. */
export interface StorageLimit {
  /** The variable that sets the quota, in bytes. */
  readonly variable: NumericVariable;
  /** Names the rows in the answer to a request that is refused: "The account has too many … that are still in use". */
  readonly what: string;
}

/** One row for each quota. GET /api/usage/limits, metrics and problems show them by these names. */
export const storageLimits = {
  runBytes: { variable: 'ACCOUNT_RUN_BYTES', what: 'runs' },
  approvalBytes: { variable: 'ACCOUNT_APPROVAL_BYTES', what: 'approvals' },
  eventBytes: { variable: 'ACCOUNT_EVENT_BYTES', what: 'events' },
  callLogBytes: { variable: 'ACCOUNT_CALL_LOG_BYTES', what: 'calls' },
  auditBytes: { variable: 'ACCOUNT_AUDIT_BYTES', what: 'audit events' },
  usageBytes: { variable: 'ACCOUNT_USAGE_BYTES', what: 'hours of usage' },
} as const satisfies Record<string, StorageLimit>;

export type StorageName = keyof typeof storageLimits;
export const storageNames = Object.keys(storageLimits) as readonly StorageName[];
