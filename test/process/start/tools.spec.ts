import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../support/temporary-folder.js';

const run = promisify(execFile);

/** A folder like tools/ that is not installed yet, with an npm that does this. */
function toolsWith(npm: string) {
  const folder = temporaryFolder();
  mkdirSync(folder.file('bin'));
  copyFileSync('tools/run.mjs', folder.file('run.mjs'));
  writeFileSync(folder.file('bin/npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  const env = { PATH: `${folder.file('bin')}:${String(process.env['PATH'])}` };
  const call = (...args: string[]) => run(process.execPath, [folder.file('run.mjs'), ...args], { env });
  return { folder, call };
}

it('[tools-on-demand] what tests and checks is installed by the first command that needs it, and its output stays clean', async () => {
  const { folder, call } = toolsWith(`
echo "npm $*"
mkdir -p "$3/node_modules/.bin"
printf '#!/bin/sh\\necho "hello $*"\\nexit 3\\n' > "$3/node_modules/.bin/hello"
chmod +x "$3/node_modules/.bin/hello"`);
  const first: unknown = await call('hello', 'a b', '--c').catch((error: unknown) => error);
  expect(first).toMatchObject({
    ...{ code: 3, stdout: 'hello a b --c\n' },
    stderr: expect.stringMatching(
      /^What tests and checks is not installed yet: npm ci --prefix tools .*\nnpm ci --prefix /,
    ),
  });
  const second: unknown = await call('hello').catch((error: unknown) => error);
  expect(second).toMatchObject({ code: 3, stdout: 'hello \n', stderr: '' });
  folder.remove();
});

it('[tools-on-demand] without the registry it says what it wants', async () => {
  const { folder, call } = toolsWith('echo "npm error network" >&2; exit 1');
  const failure: unknown = await call('hello').catch((error: unknown) => error);
  expect(failure).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: expect.stringMatching(/When the registry can be reached, run npm ci --prefix tools\n$/),
  });
  expect(existsSync(folder.file('node_modules'))).toBe(false);
  folder.remove();
});

it('[tools-on-demand] a command that is not there says how it gets there', async () => {
  const { folder, call } = toolsWith('exit 1');
  mkdirSync(folder.file('node_modules'));
  const failure: unknown = await call('nothing-of-this-name').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining('run npm ci --prefix tools') });
  folder.remove();
});
