// Preloaded into a gateway: at SIGUSR2 it lets go of what nobody needs and prints how many bytes it holds then.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  // The second waits until the first has freed what lies beside the heap.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`\nheld bytes: ${heapUsed + external}\n`);
});
