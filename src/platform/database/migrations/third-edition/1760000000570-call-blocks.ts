import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { id, index, nullable, primary, time } from '../../table-parts.js';
import { Calls1760000000321 } from './1760000000321-calls.js';

const table = 'call_blocks';
const callsAtOnce = 500;

interface CallRow {
  readonly id: string;
  readonly accountId: string;
  readonly at: number | string;
  readonly requestId: string;
  readonly data: string;
  readonly content: string | null;
}

type Times<Name extends string> = Readonly<Record<Name, number>>;
type StoredCall = Times<'ms' | 'authMs' | 'upstreamMs'> & {
  readonly hops: readonly Times<'queueMs' | 'connectMs' | 'ms'>[];
};
const timeless = { queueMs: undefined, connectMs: undefined, ms: undefined };

/** Calls that were written together are one row; those that are there become blocks of one. */
export class CallBlocks1760000000570 implements MigrationInterface {
  name = 'CallBlocks1760000000570';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: table,
        columns: [
          ...[id('id', primary(table)), id('accountId'), time('firstAt'), time('lastAt')],
          ...[
            { name: 'marks', type: 'text' },
            { name: 'data', type: 'text' },
          ],
          { name: 'contents', type: 'text', ...nullable },
        ],
        indices: [index(table, ['accountId', 'lastAt']), index(table, ['lastAt'])],
      }),
    );
    for (let behind = ''; ;) {
      const select = runner.manager.createQueryBuilder().select('*').from('calls', 'call');
      const rows = await select
        .where('call.id > :behind', { behind })
        .orderBy('call.id')
        .limit(callsAtOnce)
        .getRawMany<CallRow>();
      if (rows.length > 0)
        await runner.manager
          .createQueryBuilder()
          .insert()
          .into(table, blockColumns)
          .values(rows.map(blockOf))
          .updateEntity(false)
          .execute();
      behind = rows.at(-1)?.id ?? behind;
      if (rows.length < callsAtOnce) break;
    }
    await runner.dropTable('calls');
  }

  /** What calls said of themselves is lost: nothing older can read it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(table);
    await new Calls1760000000321().up(runner);
  }
}

/** Those of this version: a later one may have more. */
const blockColumns = ['id', 'accountId', 'firstAt', 'lastAt', 'marks', 'data', 'contents'];

function blockOf({ id, accountId, at, requestId, data, content }: CallRow) {
  const { ms, authMs, upstreamMs, hops, ...rest } = JSON.parse(data) as StoredCall;
  const times = [ms, authMs, upstreamMs, ...hops.flatMap((hop) => [hop.queueMs, hop.connectMs, hop.ms])];
  const outline = { ...rest, hops: hops.map((hop) => ({ ...hop, ...timeless })) };
  return {
    ...{ id, accountId, firstAt: Number(at), lastAt: Number(at), marks: markOf(requestId) },
    data: JSON.stringify({ outlines: [outline], calls: [[0, 0, requestId, ...times]] }),
    contents: content === null ? null : `[${content}]`,
  };
}

/** FNV-1a in hexadecimal digits. */
function markOf(requestId: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < requestId.length; at++) hash = Math.imul(hash ^ requestId.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
