import Sqlite from 'better-sqlite3';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { migrations } from '../../../src/platform/database/migrations/index.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { closeAfterEach } from '../../support/closing.js';
import { builtMain, spawnGateway } from '../../support/processes/gateway-process.js';

const open = closeAfterEach();

describe('The build of the gateway', () => {
  it('[start-linked] main.js loads a few files, none of which loads a single module of ours', async () => {
    const main = await builtMain();
    const seen = new Set([main]);
    for (const file of seen)
      for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )"(\.[^"]+)"/g))
        seen.add(resolve(dirname(file), String(name)));
    const chunks = readdirSync(join(dirname(main), 'linked')).filter((name) => name.endsWith('.js'));
    expect([...seen].map((file) => basename(file)).sort()).toEqual(['main.js', ...chunks].sort());
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.length).toBeLessThan(30);
  });

  it('[start-linked] a stack names the file and line of the source', async () => {
    const linked = join(dirname(await builtMain()), 'linked');
    const chunk = readdirSync(linked).find((name) => /^supervisor-.*\.js$/.test(name));
    const code = `import(${JSON.stringify(join(linked, String(chunk)))})
      .then(({ Supervisor }) => new Supervisor())
      .catch(({ stack }) => process.stdout.write(stack))`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--enable-source-maps', '-e', code]);
    for (const [name, text] of [
      ['src/platform/logging/logger.ts', '= config.values'],
      ['src/start/supervisor.ts', 'new Logger('],
    ] as const) {
      const line = readFileSync(name, 'utf8')
        .split('\n')
        .findIndex((it) => it.includes(text));
      expect(stdout).toContain(`${name}:${String(line + 1)}:`);
    }
  });

  it('[start-linked] maps have as many places as there are lines, since all of one is read for the first stack', async () => {
    const linked = join(dirname(await builtMain()), 'linked');
    const mappings = readdirSync(linked)
      .filter((name) => name.endsWith('.map'))
      .map((name) => String((JSON.parse(readFileSync(join(linked, name), 'utf8')) as Json)['mappings']))
      .join(';');
    expect(mappings.split(/[;,]+/).length).toBeLessThan(1.1 * mappings.split(';').length);
  });

  it('[start-linked] classes have their names, as the table of migrations shows', async () => {
    const gateway = await spawnGateway({ isEmpty: true, env: { DATABASE_URL: undefined } });
    await open({ close: () => gateway.stop().then(() => undefined) });
    await gateway.ready();
    const database = new Sqlite(gateway.state.folder.file('gantry.sqlite'), { readonly: true });
    const names = database.prepare('SELECT name FROM migrations ORDER BY id').pluck().all();
    database.close();
    expect(names).toEqual(migrations.map(({ name }) => name));
  });
});
