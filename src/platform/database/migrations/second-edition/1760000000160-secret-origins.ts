import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, nullable, primary, textColumn, time } from '../../table-parts.js';

const table = 'app_secret_origins';

/** Where secrets may go. Those that are there are fixed to where the current config of their app sends them. */
export class SecretOrigins1760000000160 implements MigrationInterface {
  name = 'SecretOrigins1760000000160';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: table,
        columns: [
          id('appId', primary(table)),
          textColumn('name', 64, primary(table)),
          textColumn('origin', 300, primary(table)),
          time('givenAt'),
          time('usedAt', nullable),
        ],
        foreignKeys: [belongsTo(table, 'appId', 'apps')],
      }),
    );
    const secrets = (await runner.query(
      `SELECT s."appId", s."name", v."content" FROM "app_secrets" s
       JOIN "apps" a ON a."id" = s."appId"
       JOIN "app_config_versions" v ON v."appId" = a."id" AND v."version" = a."configVersion"`,
    )) as readonly { appId: string; name: string; content: string }[];
    const at = Date.now();
    for (const { appId, name, content } of secrets)
      for (const origin of originsIn(content, name))
        await runner.manager.query(
          `INSERT INTO "${table}" ("appId", "name", "origin", "givenAt", "usedAt") VALUES (${parameters(runner)})`,
          [appId, name, origin, at, at],
        );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(table);
  }
}

interface Server {
  readonly url?: string;
  readonly command?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** The rules as they were when the table was made; later ones must not change what this step does. */
function originsIn(content: string, name: string): ReadonlySet<string> {
  const { mcpServers = {} } = JSON.parse(content) as { mcpServers?: Readonly<Record<string, Server>> };
  const servers = Object.values(mcpServers).filter((server) =>
    Object.values({ ...server.headers, ...server.env }).some((value) => value.includes(`\${secret:${name}}`)),
  );
  return new Set(
    servers.flatMap(({ url, command }) => {
      if (command !== undefined) return ['stdio:'];
      return url !== undefined && URL.canParse(url) ? [new URL(url).origin] : [];
    }),
  );
}

function parameters(runner: QueryRunner): string {
  return [1, 2, 3, 4, 5]
    .map((place) => (runner.dataSource.options.type === 'postgres' ? `$${String(place)}` : '?'))
    .join(', ');
}
