import { DataSource, type DataSourceOptions } from 'typeorm';

/** The server gives up on a statement before we take its silence for an outage. */
const limits = { statement_timeout: 4500, idle_in_transaction_session_timeout: 30_000 };

/**
 * Starts a transaction of Postgres with its time limits, in one message: a round trip costs as much as a statement. They end with the
 * transaction, as it is all that a pooler (PgBouncer in transaction mode) lends a session for.
 */
export const boundedStart = [
  'START TRANSACTION',
  ...Object.entries(limits).map(([name, ms]) => `SET LOCAL ${name} = ${String(ms)}`),
].join('; ');

/** What Postgres and poolers say to a parameter of a session that they do not take (`protocol_violation`). */
const refusedParameter = '08P01';

/** Adds the time limits of statements outside a transaction, which are the session's; PgBouncer refuses them, and goes without. */
export async function withSessionLimits(options: DataSourceOptions): Promise<DataSourceOptions> {
  if (options.type !== 'postgres') return options;
  const limited = { ...options, extra: { ...(options.extra as object), ...limits } };
  try {
    const trial = await new DataSource({ ...limited, entities: [] }).initialize();
    await trial.destroy();
    return limited;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === refusedParameter) return options;
    throw error;
  }
}
