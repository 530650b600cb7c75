import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface GroupRow {
  readonly digest: string;
  readonly content: string;
}

interface GroupGrant {
  readonly group: string;
}

type Renaming = (group: string) => string;

/**
 * Groups in access grants name their provider. Before, any provider could say that a person is in a group. If everyone who has ever signed in at a
 * provider did so at the same one, groups are of that provider. Otherwise `-` stands for the provider, and the grant gives nothing until it
 * is written again.
 */
export class GroupProviders1760000000731 implements MigrationInterface {
  name = 'GroupProviders1760000000731';

  async up(runner: QueryRunner): Promise<void> {
    const rows: unknown = await runner.query('SELECT DISTINCT "provider" FROM "provider_subjects"');
    const providers = rows as readonly { readonly provider: string }[];
    const [only] = providers;
    const provider = only !== undefined && providers.length === 1 ? only.provider : '-';
    await renameGroups(runner, (group) => `${provider}:${group}`, 'longest first');
  }

  async down(runner: QueryRunner): Promise<void> {
    await renameGroups(runner, (group) => group.slice(group.indexOf(':') + 1), 'shortest first');
  }
}

/** In the order in which no grant becomes one that is still to be renamed. */
async function renameGroups(
  runner: QueryRunner,
  renamed: Renaming,
  order: 'longest first' | 'shortest first',
): Promise<void> {
  const isPostgres = runner.dataSource.options.type === 'postgres';
  const query = async <T>(text: string, ...values: readonly string[]): Promise<readonly T[]> => {
    let n = 0;
    return (await runner.query(isPostgres ? text.replaceAll('?', () => `$${String(++n)}`) : text, [
      ...values,
    ])) as readonly T[];
  };
  const isGroup = `"content" LIKE '{"group":%'`;
  const accounts = await query<{ readonly accountId: string }>(
    `SELECT DISTINCT "accountId" FROM "server_grants" WHERE ${isGroup}`,
  );
  for (const { accountId } of accounts) {
    const rows = await query<GroupRow>(
      `SELECT "digest", "content" FROM "server_grants" WHERE "accountId" = ? AND ${isGroup}`,
      accountId,
    );
    const grants = rows.map(({ digest, content }) => ({ digest, grant: JSON.parse(content) as GroupGrant }));
    const sign = order === 'longest first' ? -1 : 1;
    grants.sort((one, other) => sign * (one.grant.group.length - other.grant.group.length));
    for (const { digest, grant } of grants) {
      const content = JSON.stringify({ ...grant, group: renamed(grant.group) });
      const after = createHash('sha256').update(content).digest('base64url');
      // Without providers, two grants may be the same.
      await query('DELETE FROM "server_grants" WHERE "accountId" = ? AND "digest" = ?', accountId, after);
      await query(
        'UPDATE "server_grants" SET "content" = ?, "digest" = ? WHERE "accountId" = ? AND "digest" = ?',
        ...[content, after, accountId, digest],
      );
    }
    await query('UPDATE "grant_lists" SET "revision" = "revision" + 1 WHERE "accountId" = ?', accountId);
  }
}
