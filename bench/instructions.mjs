// @ts-check
// How many instructions of the processor a call takes in several builds, and in the bare proxy: Valgrind counts them, the same on a busy machine
// as on a quiet one. All builds at once; some fifteen minutes.
// npm run bench:instructions -- [<path of a built dist/main.js> …] [--target native|gateway] [--warm 40000] [--calls 8000]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { agree, drive } from './measure/exchange.mjs';
import { countBy } from './stage/child.mjs';
import { Stage } from './stage/stage.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    target: { type: 'string', default: 'native' },
    warm: { type: 'string', default: '40000' },
    calls: { type: 'string', default: '8000' },
  },
});
const ours = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const builds = positionals.length === 0 ? [ours] : positionals;
const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-'));
countBy([
  'valgrind',
  '--tool=callgrind',
  '--separate-threads=yes',
  `--callgrind-out-file=${join(folder, '%p')}`,
]);

/** @typedef {{ all: number, main: number }} Count instructions per call, of all threads and of the main one */

try {
  const wanted = /** @type {import('./stage/stage.mjs').TargetName} */ (values.target);
  const counts = await Promise.all([
    ...builds.map((entry) => count(entry, wanted)),
    count('the bare proxy', 'proxy'),
  ]);
  const proxy = /** @type {Count} */ (counts.at(-1));
  for (const [index, { all, main }] of counts.entries())
    process.stdout.write(
      [
        `${all.toFixed(0).padStart(8)} a call`,
        `${(all / proxy.all).toFixed(2)} × proxy`,
        `${(all / (counts[0]?.all ?? NaN)).toFixed(2)} × first build`,
        `main thread ${main.toFixed(0)}`,
        `${builds[index] ?? 'the bare proxy'}\n`,
      ].join('  '),
    );
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * @param {string} entry
 * @param {import('./stage/stage.mjs').TargetName} name
 * @returns {Promise<Count>}
 */
async function count(entry, name) {
  const stage = new Stage();
  try {
    await stage.open([name], { entry, profile: undefined });
    const target = /** @type {import('./stage/stage.mjs').Target} */ (stage.targets[0]);
    const exchange = await agree(stage, target, 'get_weather');
    const how = { connections: 16, warmMs: 0, measureMs: Infinity };
    await drive(stage, exchange, { ...how, calls: Number(values.warm) });
    tell(target, '--zero');
    const { calls } = await drive(stage, exchange, { ...how, calls: Number(values.calls) });
    tell(target, '--dump');
    const totals = readdirSync(folder)
      .filter((file) => file.startsWith(`${String(target.pid)}.1-`))
      .sort()
      .map(
        (file) => Number(/^totals: (\d+)$/m.exec(readFileSync(join(folder, file), 'latin1'))?.[1]) / calls,
      );
    if (totals.length === 0) throw new Error('callgrind_control did not reach the process');
    return { all: totals.reduce((sum, one) => sum + one, 0), main: totals[0] ?? NaN };
  } finally {
    await stage.close();
  }
}

/**
 * Valgrind names the pipes of a process by the variables USER and HOST that it was started with.
 * @param {import('./stage/stage.mjs').Target} target
 * @param {'--zero' | '--dump'} what
 */
function tell({ name, pid }, what) {
  const { PATH = '' } = process.env;
  const env = name === 'proxy' ? { PATH } : { PATH, HOST: '127.0.0.1' };
  execFileSync('callgrind_control', [what, String(pid)], { env, stdio: 'ignore' });
}
