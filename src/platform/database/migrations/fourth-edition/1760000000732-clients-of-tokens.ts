import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { nullable, textColumn } from '../../table-parts.js';

/** Tokens of OAuth clients keep the `client_id`, by which policies know the client. */
export class ClientsOfTokens1760000000732 implements MigrationInterface {
  name = 'ClientsOfTokens1760000000732';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('access_tokens', new TableColumn(textColumn('oauthClient', 500, nullable)));
    await runner.query(
      `UPDATE "access_tokens" SET "oauthClient" =
         (SELECT one."clientId" FROM "oauth_grants" one WHERE one."id" = "access_tokens"."grantId")
       WHERE "grantId" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('access_tokens', 'oauthClient');
  }
}
