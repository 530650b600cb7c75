// @ts-check
import { Histogram } from '../load/histogram.mjs';
import { mean, quantile } from '../statistics.mjs';
import { agree, drive, say } from './exchange.mjs';

/**
 * @typedef {import('../options.mjs').Options} Options
 * @typedef {import('../stage/stage.mjs').Stage} Stage
 * @typedef {import('../stage/stage.mjs').TargetName} TargetName
 * @typedef {import('../load/throughput.mjs').ThroughputResult} ThroughputResult
 * @typedef {'call' | 'tools' | 'large'} RequestScenario
 */

/**
 * What one target did in one scenario at one number of connections; medians over the rounds, quantiles over all calls.
 * @typedef {object} RequestRow
 * @property {RequestScenario} scenario
 * @property {TargetName} target
 * @property {number} connections
 * @property {number} perSecond
 * @property {readonly number[]} perSecondByRound
 * @property {number} openedMs until each of all connections, opened at once, had its first answer
 * @property {number} p50Ms
 * @property {number} p99Ms
 * @property {number} cpuMsPerCall of the process under test
 * @property {readonly number[]} cpuMsPerCallByRound
 * @property {number} residentMb
 * @property {number} helpersBusy share of one core that upstream and load generator used
 * @property {number} foreignBusy share of one core that anything else on the machine used
 */

/** Large results need few connections to fill a core. */
const scenarios = {
  call: { wanted: /** @type {const} */ ('get_weather'), connections: undefined },
  tools: { wanted: /** @type {const} */ ('tools/list'), connections: undefined },
  large: { wanted: /** @type {const} */ ('export_log'), connections: [4, 16] },
};
const warmConnections = 16;

/**
 * Requests per second and their cost, round by round over all targets: A B C A B C.
 * @param {Stage} stage
 * @param {RequestScenario} scenario
 * @param {Options} options
 * @returns {Promise<RequestRow[]>}
 */
export async function measureRequests(stage, scenario, { connections: asked, rounds, measureMs, warmMs }) {
  const { wanted, connections: levels = asked } = scenarios[scenario];
  const exchanges = [];
  for (const target of stage.targets) {
    const exchange = await agree(stage, target, wanted);
    say(`${scenario}: warming ${target.name}`);
    const connections = Math.min(warmConnections, Math.max(...levels));
    await drive(stage, exchange, { connections, measureMs: warmMs });
    exchanges.push(exchange);
  }
  const rows = [];
  for (const connections of levels) {
    const taken = exchanges.map(() => /** @type {ThroughputResult[]} */ ([]));
    for (let round = 1; round <= rounds; round++)
      for (const [index, exchange] of exchanges.entries()) {
        say(
          `${scenario}: ${String(connections)} connections, round ${String(round)}, ${exchange.target.name}`,
        );
        taken[index]?.push(await drive(stage, exchange, { connections, measureMs }));
      }
    for (const [index, { target }] of exchanges.entries())
      rows.push(toRow(scenario, target.name, connections, taken[index] ?? []));
  }
  return rows;
}

/**
 * @param {RequestScenario} scenario
 * @param {TargetName} target
 * @param {number} connections
 * @param {readonly ThroughputResult[]} taken
 * @returns {RequestRow}
 */
function toRow(scenario, target, connections, taken) {
  const latencies = new Histogram();
  for (const one of taken) latencies.merge(new Histogram(one.latencies));
  const perSecondByRound = taken.map(({ calls, ms }) => (calls / ms) * 1000);
  const cpuMsPerCallByRound = taken.map(({ targetCpuMs, calls }) => targetCpuMs / calls);
  return {
    scenario,
    target,
    connections,
    perSecond: quantile(perSecondByRound, 0.5),
    perSecondByRound,
    openedMs: quantile(
      taken.map(({ openedMs }) => openedMs),
      0.5,
    ),
    p50Ms: latencies.quantile(0.5),
    p99Ms: latencies.quantile(0.99),
    cpuMsPerCall: quantile(cpuMsPerCallByRound, 0.5),
    cpuMsPerCallByRound,
    residentMb: Math.max(...taken.flatMap(({ residentMb }) => residentMb)),
    helpersBusy: mean(taken.map(({ helperCpuMs, ms }) => helperCpuMs / ms)),
    foreignBusy: mean(taken.map(({ foreignCpuMs, ms }) => foreignCpuMs / ms)),
  };
}
