import { waitFor } from '../wait-for.js';
import type { RepositoryDatabase } from './repository-database.js';

/** What `lockOrder` returns where the second transaction waits for the end of the first. */
export const oneAfterTheOther = ['first locks', 'first ends', 'second locks'];

/** Runs two transactions that take the same lock, the second while the first is open, and returns the order of events. */
export async function lockOrder(
  { database, source }: RepositoryDatabase,
  takeLock: () => Promise<unknown>,
): Promise<string[]> {
  const order: string[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const first = database.write(async () => {
    await takeLock();
    order.push('first locks');
    await released;
    order.push('first ends');
  });
  await waitFor('the first lock', () => order.length > 0);
  const second = database.write(async () => {
    await takeLock();
    order.push('second locks');
  });
  const isWaiting = async () => {
    const [row] = await source.query<{ waiting: number }[]>(
      "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return row?.waiting === 1;
  };
  // SQLite has one connection, and the second transaction begins when the first has ended.
  if (database.isPostgres)
    await waitFor('the second lock', async () => order.length > 1 || (await isWaiting()));
  else await new Promise((resolve) => setTimeout(resolve));
  release();
  await Promise.all([first, second]);
  return order;
}
