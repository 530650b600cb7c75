import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { ProcessMachine } from '../../support/processes/cli-process.js';

const open = closeAfterAll();

/** `0m1.234s` as a number. */
function seconds(time: string): number {
  const [minutes = '0', rest = '0'] = time.replace('s', '').split('m');
  return Number(minutes) * 60 + Number(rest);
}

it('[cli-startup] whoami takes at most six times the CPU of a Node that does nothing', async () => {
  const gateway = await open(startGateway());
  const machine = await open(ProcessMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
  const env = { ...machine.env, NODE: process.execPath, MAIN: machine.main, HOME: machine.folder };
  const nothing = await cpuMsOf('"$NODE" -e 0', env);
  // Whoever shares the processor only adds to what is measured: the quietest of some rounds is the command's own.
  let quietest = Infinity;
  for (let round = 0; round < 5 && quietest > nothing * 6; round++)
    quietest = Math.min(quietest, await cpuMsOf('"$NODE" "$MAIN" whoami >/dev/null', env));
  expect(quietest).toBeLessThanOrEqual(nothing * 6);
});

/** Of a run, on average; the shell's `times` counts user and system time of its children. */
async function cpuMsOf(command: string, env: NodeJS.ProcessEnv): Promise<number> {
  const loop = `for i in 1 2 3 4 5; do ${command} || exit 1; done; times`;
  // This process is the gateway: it has to go on answering meanwhile.
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', loop], { env });
  const [user = '', system = ''] = (stdout.trim().split('\n').at(-1) ?? '').split(' ');
  return ((seconds(user) + seconds(system)) * 1000) / 5;
}
