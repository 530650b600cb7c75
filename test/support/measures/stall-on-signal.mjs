// Preloaded into a gateway. At SIGUSR2 it prints the longest time in milliseconds for which the event loop computed without a turn since
// the previous signal. Processor time of the main thread counts, so that neighbors on the machine do not.
import { readFileSync } from 'node:fs';

let longest = 0;
let last = computed();

setInterval(look, 5).unref();

process.on('SIGUSR2', () => {
  look();
  process.stdout.write(`\nlongest stall: ${longest}\n`);
  longest = 0;
});

function look() {
  const now = computed();
  longest = Math.max(longest, now - last);
  last = now;
}

/** See `threadTime` in longest-stall.ts. */
function computed() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
