import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { migrations } from '../../../src/platform/database/migrations/index.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('ormconfig.ts', () => {
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });

  it('[typeorm-cli] lets the TypeORM command line see and run the migrations', async () => {
    const orm = async (...args: string[]) => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          '--import',
          './scripts/typescript/register.mjs',
          'node_modules/typeorm/cli.js',
          ...args,
          '-d',
          'ormconfig.ts',
        ],
        { env: { PATH: process.env['PATH'], DATA_DIR: folder.path } },
      );
      return stdout;
    };
    expect((await orm('migration:show')).match(/\[ \]/g) ?? []).toHaveLength(migrations.length);
    await orm('migration:run');
    expect((await orm('migration:show')).match(/\[X\]/g) ?? []).toHaveLength(migrations.length);
    expect(await orm('schema:log')).toContain('up to date');
  });
});
