// @ts-check
import process from 'node:process';
import { askOnce } from './once.mjs';
import { measureProgress } from './progress.mjs';
import { measureThroughput } from './throughput.mjs';

/**
 * @typedef {{ kind: 'once', job: Parameters<typeof askOnce>[0] }
 *   | { kind: 'throughput', job: Parameters<typeof measureThroughput>[0] }
 *   | { kind: 'progress', job: Parameters<typeof measureProgress>[0] }} Order
 */

/** @param {Order} order */
function carryOut(order) {
  switch (order.kind) {
    case 'once':
      return askOnce(order.job);
    case 'throughput':
      return measureThroughput(order.job);
    case 'progress':
      return measureProgress(order.job);
  }
}

/** The load generator: carries out one order at a time and answers it on the same channel. */
process.on('message', (order) => {
  carryOut(/** @type {Order} */ (order)).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ failure: String(error instanceof Error ? error.message : error) }),
  );
});
process.on('disconnect', () => process.exit(0));
