import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { GatewayState } from './gateway.js';

/** All that a gateway keeps, by place: its files, and on Postgres its tables. */
export async function stored({ folder, database }: GatewayState): Promise<Record<string, string>> {
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const contents = files.map(({ parentPath, name }) => [
    name,
    readFileSync(join(parentPath, name), 'latin1'),
  ]);
  return {
    ...Object.fromEntries(contents),
    ...(database.url === undefined ? {} : { tables: await rows(database.url) }),
  };
}

async function rows(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  let text = '';
  for (const { name } of tables) {
    const { rows: found } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`);
    text += found.map(({ row }) => row).join('\n');
  }
  await client.end();
  return text;
}
