// @ts-check
import { find, grid } from './report.mjs';

/**
 * @typedef {import('./measure/requests.mjs').RequestRow} Row
 * @typedef {import('./report.mjs').Measurements} Measurements
 * @typedef {{ goal: string, limit: string, value: number, unit: string, met: boolean }} Verdict
 */

/**
 * What the project promises, judged by the same run: of speed by what the bare proxy does in it. Goals whose scenarios did not run are left out.
 * @param {Measurements} measured
 * @returns {Verdict[]}
 */
export function judge(measured) {
  return [...judgeCalls(measured), ...judgeRest(measured)];
}

/** CPU of a call at 16 connections, as a multiple of the bare proxy's. */
const costs = /** @type {const} */ ([
  ['gateway', 1.5],
  ['native', 1.25],
  ['native-2026', 1.25],
]);

/**
 * @param {Measurements} measured
 * @returns {Verdict[]}
 */
function judgeCalls({ requests, progress }) {
  const verdicts = [];
  const alone = find(requests, 'call', 1, 'direct');
  for (const [target, cost] of costs) {
    /**
     * @param {Row['scenario']} scenario
     * @param {number} connections
     * @param {string} what
     * @param {(row: Row) => number} figure
     * @param {number} most
     */
    const beside = (scenario, connections, what, figure, most) => {
      const row = find(requests, scenario, connections, target);
      const proxy = find(requests, scenario, connections, 'proxy');
      if (row === undefined || proxy === undefined) return;
      const at = `${target}: ${what} over the proxy's, at ${String(connections)} connection${connections === 1 ? '' : 's'}`;
      verdicts.push(atMost(at, figure(row) / figure(proxy), most, 'x'));
    };
    beside('call', 16, 'CPU per call', cpu, cost);
    if (alone !== undefined)
      beside('call', 1, 'p50 added to a direct call', ({ p50Ms }) => p50Ms - alone.p50Ms, 1.5);
    beside('call', 16, 'p99', p99, 1.5);
    for (const connections of [64, 256, 1000]) {
      beside('call', connections, 'time per call', ({ perSecond }) => 1 / perSecond, 1.7);
      beside('call', connections, 'p99', p99, 3);
    }
    if (target === 'gateway') beside('tools', 16, 'CPU per cached list', cpu, 0.4);
    for (const connections of [4, 16]) beside('large', connections, 'CPU per 5 MB', cpu, 1.5);
    const [stream, proxied] = [target, 'proxy'].map((name) => progress.find((row) => row.target === name));
    if (stream !== undefined && proxied !== undefined)
      verdicts.push(
        atMost(
          `${target}: delay of a first event over the proxy's, p50`,
          stream.firstP50Ms / proxied.firstP50Ms,
          target === 'gateway' ? 3 : 1.5,
          'x',
        ),
      );
  }
  return verdicts;
}

/** @param {Row} row */
const cpu = ({ cpuMsPerCall }) => cpuMsPerCall;

/** @param {Row} row */
const p99 = ({ p99Ms }) => p99Ms;

/**
 * What the proxy is no measure of.
 * @param {Measurements} measured
 * @returns {Verdict[]}
 */
function judgeRest({ startMs, requests, memory }) {
  const verdicts = [];
  const resident = requests.filter(({ target, scenario }) => target === 'gateway' && scenario !== 'large');
  const peaks = [
    ...resident.map(({ residentMb }) => residentMb),
    ...(memory === undefined ? [] : [memory.peakMb]),
  ];
  if (peaks.length > 0) verdicts.push(atMost('resident memory', Math.max(...peaks), 200, 'MB'));
  if (memory !== undefined)
    verdicts.push(
      atMost(`growth over the second half of ${String(memory.calls)} calls`, memory.growthMb, 8, 'MB'),
    );
  if (startMs !== undefined) verdicts.push(atMost('start until it serves', startMs, 3000, 'ms'));
  return verdicts;
}

/** @param {readonly Verdict[]} verdicts */
export function goalTable(verdicts) {
  return grid([
    ['goal', 'limit', 'measured', ''],
    ...verdicts.map(({ goal, limit, value, unit, met }) => [
      goal,
      limit,
      `${shown(value)} ${unit}`,
      met ? 'met' : 'MISSED',
    ]),
  ]);
}

/**
 * @param {string} goal
 * @param {number} value
 * @param {number} limit
 * @param {string} unit
 * @returns {Verdict}
 */
function atMost(goal, value, limit, unit) {
  return { goal, limit: `<= ${shown(limit)} ${unit}`, value, unit, met: value <= limit };
}

/** @param {number} value */
function shown(value) {
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}
