import { fileURLToPath } from 'node:url';
import type { GatewayProcess } from '../processes/gateway-process.js';
import { ownTime } from './own-time.js';
import { waitFor } from '../wait-for.js';

/** Options of Node for a gateway that `longestStallOf` is asked about. */
export const stallOnSignal: readonly string[] = [
  '--import',
  fileURLToPath(new URL('stall-on-signal.mjs', import.meta.url)),
];

/** The longest time for which `work` kept the event loop of a gateway from everybody else, in milliseconds. */
export async function longestStallOf(gateway: GatewayProcess, work: () => Promise<unknown>): Promise<number> {
  await tellStall(gateway);
  await work();
  return tellStall(gateway);
}

async function tellStall(gateway: GatewayProcess): Promise<number> {
  const from = gateway.output.length;
  process.kill(gateway.pid, 'SIGUSR2');
  const [, ms] = await waitFor('the gateway to tell its longest stall', () =>
    /^longest stall: ([\d.]+)$/m.exec(gateway.output.slice(from)),
  );
  return Number(ms);
}

/** The same of this process, in which the work is done, too. */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = ownTime();
  const timer = setInterval(() => {
    longest = Math.max(longest, ownTime() - last);
    last = ownTime();
  }, 5);
  await work();
  clearInterval(timer);
  return longest;
}
