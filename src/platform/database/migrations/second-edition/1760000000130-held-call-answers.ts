import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Answers to questions of servers on their way to the process that holds the call, and what came of them. */
export class HeldCallAnswers1760000000130 implements MigrationInterface {
  name = 'HeldCallAnswers1760000000130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'held_call_answers',
        columns: [
          id('id', primary('held_call_answers')),
          id('process'),
          textColumn('state', 8),
          { name: 'beats', type: 'integer' },
          { name: 'answer', type: 'text' },
          { name: 'outcome', type: 'text', ...nullable },
          time('createdAt'),
        ],
        indices: [
          index('held_call_answers', ['process', 'state']),
          index('held_call_answers', ['createdAt']),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('held_call_answers');
  }
}
