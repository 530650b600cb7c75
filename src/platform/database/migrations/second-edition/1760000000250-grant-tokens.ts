import { TableColumn, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { id, index, nullable } from '../../table-parts.js';

const indices = [index('access_tokens', ['grantId']), index('access_tokens', ['source', 'expiresAt'])];

/** Tokens of programs that people let in by OAuth name their grant and how far it reaches. */
export class GrantTokens1760000000250 implements MigrationInterface {
  name = 'GrantTokens1760000000250';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('access_tokens', new TableColumn(id('grantId', nullable)));
    await runner.addColumn(
      'access_tokens',
      new TableColumn({ name: 'binding', type: 'text', isNullable: true }),
    );
    for (const one of indices) await runner.createIndex('access_tokens', new TableIndex(one));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indices) if (name !== undefined) await runner.dropIndex('access_tokens', name);
    await runner.dropColumn('access_tokens', 'binding');
    await runner.dropColumn('access_tokens', 'grantId');
  }
}
