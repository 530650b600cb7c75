// @ts-check
// Loaded into a gateway before its own program (`node --import`): who connects to the socket PROBE gets its memory after full collections, and the
// longest stall of its event loop since the last time.
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const resolutionMs = 20;
/** After it the loop has counted the stall of the collections themselves, which is not the gateway's. */
const settleMs = 200;

setFlagsFromString('--expose-gc');
const collect = /** @type {() => void} */ (runInNewContext('gc'));
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();

createServer((socket) => {
  const stallMs = Math.max(0, delay.max / 1e6 - resolutionMs);
  collect();
  collect();
  setTimeout(() => {
    const { rss, heapUsed, external } = process.memoryUsage();
    delay.reset();
    socket.end(JSON.stringify({ rss, heapUsed, external, stallMs }));
  }, settleMs);
})
  .listen(process.env['PROBE'])
  .unref();
