// @ts-check
// What a call costs in several builds of the gateway, by turns in one run, beside the bare proxy.
// npm run bench:builds -- <path of a built dist/main.js> <another> … [--rounds 12] [--seconds 1] [--connections 16] [--call get_weather]
import process from 'node:process';
import { parseArgs } from 'node:util';
import { agree, drive } from './measure/exchange.mjs';
import { quantile } from './statistics.mjs';
import { Stage } from './stage/stage.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '1' },
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
      await drive(stage, exchange, { ...how, measureMs: 3000 });
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

const [proxy] = lanes;
for (const { name, cpu, rate } of lanes) {
  const ratio = quantile(
    cpu.map((us, round) => us / (proxy?.cpu[round] ?? NaN)),
    0.5,
  );
  process.stdout.write(
    `${quantile(cpu, 0.5).toFixed(1).padStart(8)} µs  ${ratio.toFixed(2)} × proxy  ${quantile(rate, 0.5).toFixed(0).padStart(7)}/s  ${name}\n`,
  );
}
