import type { Database } from '../database/database.js';
import { RawStatement } from '../database/raw-rows.js';

/** Rows that are added up before other work gets its turn. */
const rowsAtOnce = 10_000;

/**
 * The sum of `bytes` of an account's rows in `table`, in slices. Reads nothing but an index that begins with these columns and the id, and
 * contains the bytes. A row without bytes counts as `least`.
 */
export async function storedBytes(
  database: Database,
  table: string,
  of: Readonly<Record<string, string>>,
  least = 0,
): Promise<number> {
  let total = 0;
  for (let after = ''; ;) {
    const statement = new RawStatement(database.isPostgres);
    const own = Object.entries(of).map(([column, value]) => `"${column}" = ${statement.value(value)}`);
    const where = [...own, `id > ${statement.value(after)}`].join(' AND ');
    const slice = `SELECT id, bytes FROM ${table} WHERE ${where} ORDER BY id LIMIT ${String(rowsAtOnce)}`;
    const bytes = `SUM(CASE WHEN bytes < ${String(least)} THEN ${String(least)} ELSE bytes END)`;
    const [row] = await database.manager.query<Record<'rows' | 'bytes' | 'last', unknown>[]>(
      `SELECT COUNT(*) AS "rows", ${bytes} AS bytes, MAX(id) AS last FROM (${slice}) AS slice`,
      statement.values,
    );
    total += Number(row?.bytes ?? 0);
    if (Number(row?.rows ?? 0) < rowsAtOnce) return total;
    after = String(row?.last);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
