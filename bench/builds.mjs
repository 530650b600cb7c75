// @ts-check
// What a call costs in several builds of the gateway, by turns in one run, beside the bare proxy. Two processes of one build differ: name each
// build more than once, `a b b a`, and what is told of it is the mean of its processes.
// npm run bench:builds -- <path of a built dist/main.js> <another> … [--rounds 12] [--seconds 1] [--warm 15] [--connections 16] [--call get_weather]
import process from 'node:process';
import { parseArgs } from 'node:util';
import { agree, drive } from './measure/exchange.mjs';
import { mean, quantile } from './statistics.mjs';
import { Stage } from './stage/stage.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '1' },
    warm: { type: 'string', default: '15' },
    connections: { type: 'string', default: '16' },
    call: { type: 'string', default: 'get_weather' },
  },
});
if (positionals.length === 0) throw new Error('Which builds? Give the path of the dist/main.js of each.');
const how = { connections: Number(values.connections), measureMs: Number(values.seconds) * 1000 };
const wanted = /** @type {import('./stage/requests.mjs').ToolName} */ (values.call);

/** @typedef {{ name: string, stage: Stage, exchange: import('./measure/exchange.mjs').Exchange, cpu: number[], rate: number[] }} Lane */

/** @type {Stage[]} */
const stages = [];
/** @type {Lane[]} */
const lanes = [];
try {
  for (const [index, entry] of positionals.entries()) {
    const stage = new Stage();
    stages.push(stage);
    await stage.open(index === 0 ? ['proxy', 'gateway', 'native'] : ['gateway', 'native'], {
      ...{ entry, profile: undefined },
    });
    for (const target of stage.targets) {
      const exchange = await agree(stage, target, wanted);
      await drive(stage, exchange, { ...how, measureMs: Number(values.warm) * 1000 });
      const name = target.name === 'proxy' ? 'proxy' : `${target.name} of ${entry}`;
      lanes.push({ name, stage, exchange, cpu: [], rate: [] });
    }
  }
  for (let round = 0; round < Number(values.rounds); round++)
    for (const { stage, exchange, cpu, rate } of lanes) {
      const { calls, ms, targetCpuMs } = await drive(stage, exchange, how);
      cpu.push((targetCpuMs / calls) * 1000);
      rate.push((calls / ms) * 1000);
    }
} finally {
  for (const stage of stages) await stage.close();
}

/** @type {Map<string, Lane[]>} */
const byName = new Map();
for (const lane of lanes) byName.set(lane.name, [...(byName.get(lane.name) ?? []), lane]);
const proxyCpu = lanes[0]?.cpu ?? [];
/** @type {Map<string, readonly number[]>} */
const firstBuilds = new Map();
for (const [name, alike] of byName) {
  const cpu = proxyCpu.map((_, round) => mean(alike.map((lane) => lane.cpu[round] ?? NaN)));
  const target = name.split(' ', 1)[0] ?? name;
  const first = firstBuilds.get(target) ?? cpu;
  firstBuilds.set(target, first);
  const rates = alike.flatMap(({ rate }) => rate);
  process.stdout.write(
    [
      `${median(cpu).toFixed(1).padStart(8)} µs`,
      `${median(over(cpu, proxyCpu)).toFixed(2)} × proxy`,
      `${median(over(cpu, first)).toFixed(2)} × first build`,
      `${median(rates).toFixed(0).padStart(7)}/s`,
      `${name}\n`,
    ].join('  '),
  );
}

/** @param {number[]} values */
function median(values) {
  return quantile(values, 0.5);
}

/**
 * Round by round.
 * @param {readonly number[]} these
 * @param {readonly number[]} those
 */
function over(these, those) {
  return these.map((value, round) => value / (those[round] ?? NaN));
}
