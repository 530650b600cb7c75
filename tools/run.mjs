// node tools/run.mjs <command> [argument …]: runs a command of this folder where it is called. What the folder holds has a lock of its own,
// so that `npm ci` installs what the gateway needs and no more; the first command installs it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const byHand = 'npm ci --prefix tools';
const shell = process.platform === 'win32';

function end(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

if (!existsSync(join(here, 'node_modules'))) {
  process.stderr.write(`What tests and checks is not installed yet: ${byHand} (once, from the registry) …\n`);
  // What the command prints may be read by a program: npm's words go elsewhere.
  const { status } = spawnSync('npm', ['ci', '--prefix', here, '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
    shell,
  });
  if (status !== 0) end(`It could not be installed. When the registry can be reached, run ${byHand}`);
}
const [command = '', ...args] = process.argv.slice(2);
const PATH = [join(here, 'node_modules/.bin'), process.env.PATH].join(delimiter);
const child = spawn(command, args, { env: { ...process.env, PATH }, stdio: 'inherit', shell });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', ({ message }) => end(`${command} does not start (${message}); run ${byHand}`));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 2)));
