import { fileURLToPath } from 'node:url';
import type { GatewayProcess } from '../processes/gateway-process.js';
import { waitFor } from '../wait-for.js';

/** Options of Node for a gateway that `heldBytes` is asked about. */
export const heapOnSignal: readonly string[] = [
  '--import',
  fileURLToPath(new URL('heap-on-signal.mjs', import.meta.url)),
];

/** What a gateway holds on to, on the heap and beside it: unlike its resident memory it grows only with what leaks. */
export async function heldBytes(gateway: GatewayProcess): Promise<number> {
  const from = gateway.output.length;
  process.kill(gateway.pid, 'SIGUSR2');
  const [, bytes] = await waitFor('the gateway to count its bytes', () =>
    /^held bytes: (\d+)$/m.exec(gateway.output.slice(from)),
  );
  return Number(bytes);
}
