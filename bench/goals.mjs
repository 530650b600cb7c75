// @ts-check
import { find, grid } from './report.mjs';

/**
 * @typedef {import('./report.mjs').Measurements} Measurements
 * @typedef {{ goal: string, limit: string, value: number, unit: string, met: boolean }} Verdict
 */

/** Where the bare proxy does 26,000 requests/s, the gateway must do 17,000. */
const throughputShare = 17 / 26;

/**
 * What the project promises, judged by the same run. Goals whose scenarios did not run are left out.
 * @param {Measurements} measured
 * @returns {Verdict[]}
 */
export function judge(measured) {
  return [...judgeCalls(measured), ...judgeNative(measured), ...judgeRest(measured)];
}

/**
 * @param {Measurements} measured
 * @returns {Verdict[]}
 */
function judgeCalls({ requests }) {
  const verdicts = [];
  for (const connections of [16, 64]) {
    const gateway = find(requests, 'call', connections, 'gateway');
    const proxy = find(requests, 'call', connections, 'proxy');
    if (gateway === undefined || proxy === undefined) continue;
    const at = `at ${String(connections)} connections`;
    verdicts.push(
      atMost(
        `CPU per call over the bare proxy's, ${at}`,
        gateway.cpuMsPerCall / proxy.cpuMsPerCall,
        1.7,
        'x',
      ),
      atLeast(
        `requests/s over the bare proxy's, ${at}`,
        gateway.perSecond / proxy.perSecond,
        throughputShare,
        'x',
      ),
    );
  }
  const [alone, direct] = [find(requests, 'call', 1, 'gateway'), find(requests, 'call', 1, 'direct')];
  if (alone !== undefined && direct !== undefined)
    verdicts.push(
      atMost('p50 added to a direct call, at 1 connection', alone.p50Ms - direct.p50Ms, 0.2, 'ms'),
    );
  const busy = find(requests, 'call', 16, 'gateway');
  if (busy !== undefined) verdicts.push(atMost('p99 of a call, at 16 connections', busy.p99Ms, 5, 'ms'));
  return verdicts;
}

/**
 * The native endpoint carries the bytes of both sides as they are.
 * @param {Measurements} measured
 * @returns {Verdict[]}
 */
function judgeNative({ requests, progress }) {
  const verdicts = [];
  for (const connections of [16, 64]) {
    const native = find(requests, 'call', connections, 'native');
    const proxy = find(requests, 'call', connections, 'proxy');
    if (native === undefined || proxy === undefined) continue;
    const goal = `native: CPU per call over the bare proxy's, at ${String(connections)} connections`;
    verdicts.push(atMost(goal, native.cpuMsPerCall / proxy.cpuMsPerCall, 1.5, 'x'));
  }
  const [alone, direct] = [find(requests, 'call', 1, 'native'), find(requests, 'call', 1, 'direct')];
  if (alone !== undefined && direct !== undefined)
    verdicts.push(
      atMost('native: p50 added to a direct call, at 1 connection', alone.p50Ms - direct.p50Ms, 0.2, 'ms'),
    );
  for (const { target, headP50Ms, firstP50Ms } of progress.filter((row) => row.target.startsWith('native')))
    verdicts.push(
      atMost(`${target}: first byte of a stream after it was sent, p50`, headP50Ms ?? Infinity, 1, 'ms'),
      atMost(`${target}: first event after it was sent, p50`, firstP50Ms, 1, 'ms'),
    );
  return verdicts;
}

/**
 * @param {Measurements} measured
 * @returns {Verdict[]}
 */
function judgeRest({ startMs, requests, progress, memory }) {
  const verdicts = [];
  const lists = find(requests, 'tools', 16, 'gateway');
  if (lists !== undefined)
    verdicts.push(atLeast('cached tool lists, at 16 connections', lists.perSecond, 20_000, '/s'));
  const large = find(requests, 'large', 4, 'gateway');
  if (large !== undefined) verdicts.push(atLeast('results of 5 MB', large.perSecond, 40, '/s'));
  const stream = progress.find(({ target }) => target === 'gateway');
  if (stream !== undefined)
    verdicts.push(atMost('first progress event after it was sent, p50', stream.firstP50Ms, 1.5, 'ms'));
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

/**
 * @param {string} goal
 * @param {number} value
 * @param {number} limit
 * @param {string} unit
 * @returns {Verdict}
 */
function atLeast(goal, value, limit, unit) {
  return { goal, limit: `>= ${shown(limit)} ${unit}`, value, unit, met: value >= limit };
}

/** @param {number} value */
function shown(value) {
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}
