// @ts-check
// What a call costs this gateway and other people's, side by side: npm run bench:peers -- [--calls 5000] [--connections 16] [--rounds 3]
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cpuMs, residentMb } from '../proc.mjs';
import { grid } from '../report.mjs';
import { quantile } from '../statistics.mjs';
import { results } from '../upstream/results.mjs';
import { send } from './endpoints.mjs';
import { Targets } from './targets.mjs';

/** @typedef {import('./targets.mjs').Target} Target */

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '5000' },
    connections: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '3' },
    entry: { type: 'string', default: fileURLToPath(new URL('../../dist/main.js', import.meta.url)) },
  },
});
const [calls, connections, rounds] = [values.calls, values.connections, values.rounds].map(Number);
const wanted = JSON.stringify(results.get_weather.content[0]?.text);

/**
 * So many calls, each answer looked at.
 * @param {Target} target
 * @param {number} count
 */
async function drive({ name, call }, count) {
  let left = count;
  const one = async () => {
    while (left-- > 0) {
      const { text } = await send(call);
      if (!text.includes(wanted)) throw new Error(`${name} answered something else: ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: connections ?? 1 }, one));
}

/** @param {Target} target */
async function measure(target) {
  const [before, begun] = [cpuMs(target.pid), performance.now()];
  await drive(target, calls ?? 1);
  const ms = performance.now() - begun;
  return {
    cpuUs: ((cpuMs(target.pid) - before) * 1000) / (calls ?? 1),
    perSecond: ((calls ?? 1) * 1000) / ms,
  };
}

function install() {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  if (!existsSync(`${folder}node_modules`))
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
    });
}

async function main() {
  install();
  const targets = new Targets();
  try {
    await targets.open(values.entry);
    for (const target of targets.all) await drive(target, calls ?? 1);
    const taken = targets.all.map(() => /** @type {Awaited<ReturnType<typeof measure>>[]} */ ([]));
    for (let round = 0; round < (rounds ?? 1); round++)
      for (const [at, target] of targets.all.entries()) taken[at]?.push(await measure(target));
    const rows = targets.all.map(({ name, pid }, at) => ({
      name,
      cpuUs: quantile(
        (taken[at] ?? []).map(({ cpuUs }) => cpuUs),
        0.5,
      ),
      perSecond: quantile(
        (taken[at] ?? []).map(({ perSecond }) => perSecond),
        0.5,
      ),
      mb: residentMb(pid).now,
    }));
    const base = rows[0]?.cpuUs ?? 1;
    const lines = rows.map(({ name, cpuUs, perSecond, mb }) => [
      ...[name, cpuUs.toFixed(0), (cpuUs / base).toFixed(2), perSecond.toFixed(0), mb.toFixed(0)],
    ]);
    process.stdout.write(`${grid([['target', 'CPU us/call', 'x native', 'calls/s', 'RSS MB'], ...lines])}\n`);
  } finally {
    await targets.close();
  }
}

await main();
