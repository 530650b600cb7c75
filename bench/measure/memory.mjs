// @ts-check
import { mean } from '../statistics.mjs';
import { agree, drive, say } from './exchange.mjs';

/** @typedef {{ calls: number, perSecond: number, residentMb: readonly number[], peakMb: number, growthMb: number }} MemoryRow */

/**
 * Resident memory of the gateway over many calls: forty samples, their peak, and how much the last quarter of them lies above the second.
 * @param {import('../stage/stage.mjs').Stage} stage
 * @param {import('../options.mjs').Options} options
 * @returns {Promise<MemoryRow | undefined>} undefined when the gateway does not take part
 */
export async function measureMemory(stage, { calls, warmMs }) {
  const gateway = stage.targets.find(({ name }) => name === 'gateway');
  if (gateway === undefined) return undefined;
  const exchange = await agree(stage, gateway, 'get_weather');
  say(`memory: ${String(calls)} calls`);
  const taken = await drive(stage, exchange, { connections: 16, warmMs, measureMs: 0, calls });
  const quarter = taken.residentMb.length / 4;
  return {
    calls: taken.calls,
    perSecond: (taken.calls / taken.ms) * 1000,
    residentMb: taken.residentMb,
    peakMb: Math.max(...taken.residentMb),
    growthMb: mean(taken.residentMb.slice(-quarter)) - mean(taken.residentMb.slice(quarter, 2 * quarter)),
  };
}
