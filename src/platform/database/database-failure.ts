/** `lost`: the database is away or silent. `refused`: it answered that it cannot do this now (disk full, read-only, busy). */
export type DatabaseFailure = 'lost' | 'refused';

const lostCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  // Postgres is shut down, crashed, starts, or has no connection left (appendix A of its manual).
  ...['57P01', '57P02', '57P03', '53300'],
  // The database, the role or its password is not the one that it was at the start.
  ...['3D000', '28000', '28P01', '57P04'],
]);
const refusedCodes: ReadonlySet<string> = new Set([
  // Deadlock, serialization, read-only server, statement or lock timeout.
  ...['40001', '40P01', '25006', '57014', '55P03'],
  // No right to write, or a table missing: another database answers under this address, an empty one for example.
  ...['42501', '42P01'],
]);

/** pg gives these no code. */
const lostMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;
const sqliteTrouble = /^SQLITE_(FULL|READONLY|IOERR|BUSY|LOCKED|CANTOPEN|NOMEM|PROTOCOL|CORRUPT|NOTADB)(_|$)/;

interface DatabaseError {
  readonly name?: string;
  readonly message?: string;
  readonly code?: unknown;
  readonly driverError?: DatabaseError;
}

/** What an error of the database means for the caller; `undefined` for a fault of the statement itself. */
export function databaseFailureOf(error: unknown): DatabaseFailure | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { name, driverError } = error as DatabaseError;
  if (name === 'QueryRunnerAlreadyReleasedError') return 'lost';
  const { code: given, message = '' }: DatabaseError = driverError ?? error;
  const code = typeof given === 'string' ? given : '';
  if (lostCodes.has(code) || code.startsWith('08') || lostMessages.test(message)) return 'lost';
  // Class 53 is lack of resources, 58 trouble of the system below.
  if (refusedCodes.has(code) || /^(53|58)/.test(code) || sqliteTrouble.test(code)) return 'refused';
  return undefined;
}
