// Preloaded into a gateway: at SIGUSR2 it prints for how long its event loop was kept from others at most since the last time, in
// milliseconds, without the time for which the machine ran something else.
import { readFileSync } from 'node:fs';

let longest = 0;
let last = own();

setInterval(look, 5).unref();

process.on('SIGUSR2', () => {
  look();
  process.stdout.write(`\nlongest stall: ${longest}\n`);
  longest = 0;
});

function look() {
  const now = own();
  longest = Math.max(longest, now - last);
  last = now;
}

/** See own-time.ts. */
function own() {
  try {
    return performance.now() - Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return performance.now();
  }
}
