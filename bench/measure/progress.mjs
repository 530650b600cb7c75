// @ts-check
import { quantile } from '../statistics.mjs';
import { results } from '../upstream/results.mjs';
import { blaming, say } from './exchange.mjs';

/**
 * Delays in ms from the upstream's sending to the caller's receiving, for the first events of their calls and for the others.
 * @typedef {object} ProgressRow
 * @property {import('../stage/stage.mjs').TargetName} target
 * @property {number | undefined} headP50Ms of the head of the answer; undefined when it is not the upstream's that arrives
 * @property {number | undefined} headP99Ms
 * @property {number} firstP50Ms
 * @property {number} firstP99Ms
 * @property {number} laterP50Ms
 * @property {number} laterP99Ms
 * @property {number} streams
 */

const ending = results.run_build.content[0]?.text ?? '';

/**
 * How soon progress events of streamed calls arrive; the first round warms up and does not count.
 * @param {import('../stage/stage.mjs').Stage} stage
 * @param {import('../options.mjs').Options} options
 * @returns {Promise<ProgressRow[]>}
 */
export async function measureProgress(stage, { streams, rounds }) {
  /** @returns {import('../load/progress.mjs').Delays} */
  const none = () => ({ head: [], first: [], later: [] });
  const delays = stage.targets.map((target) => ({ target, ...none() }));
  for (let round = 0; round <= rounds; round++)
    for (const { target, head, first, later } of delays) {
      say(`progress: ${round === 0 ? 'warming' : `round ${String(round)},`} ${target.name}`);
      const request = target.requests.call('run_build');
      const job = { port: target.port, request, count: Math.ceil(streams / rounds), ending };
      const taken = await blaming(target, stage.load.progress(job));
      if (round === 0) continue;
      head.push(...taken.head);
      first.push(...taken.first);
      later.push(...taken.later);
    }
  return delays.map(({ target, head, first, later }) => ({
    target: target.name,
    headP50Ms: isPassedOn(target) ? quantile(head, 0.5) : undefined,
    headP99Ms: isPassedOn(target) ? quantile(head, 0.99) : undefined,
    firstP50Ms: quantile(first, 0.5),
    firstP99Ms: quantile(first, 0.99),
    laterP50Ms: quantile(later, 0.5),
    laterP99Ms: quantile(later, 0.99),
    streams: first.length,
  }));
}

/**
 * The plain operations begin a stream before the upstream does.
 * @param {import('../stage/stage.mjs').Target} target
 */
function isPassedOn({ name }) {
  return name !== 'gateway';
}
