// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { goalTable, judge } from './goals.mjs';
import { WrongAnswer } from './measure/exchange.mjs';
import { measureMemory } from './measure/memory.mjs';
import { measureProgress } from './measure/progress.mjs';
import { measureRequests } from './measure/requests.mjs';
import { readOptions, usage, UsageError } from './options.mjs';
import { toTable } from './report.mjs';
import { Stage } from './stage/stage.mjs';

/**
 * @typedef {import('./options.mjs').Options} Options
 * @typedef {import('./report.mjs').Measurements} Measurements
 */

/** @param {Options} options */
function requireMachine({ entry, targets }) {
  if (process.platform !== 'linux')
    throw new UsageError('the benchmark needs Linux: it reads /proc and pins processes with taskset(1)');
  if (availableParallelism() < 2)
    throw new UsageError('the benchmark needs two cores: one for the process under test alone');
  if (targets.some((name) => name !== 'direct' && name !== 'proxy') && !existsSync(entry))
    throw new UsageError(`${entry} is missing: run npm run build`);
}

/**
 * @param {Options} options
 * @returns {Promise<Measurements>}
 */
async function measure(options) {
  const stage = new Stage();
  /** @type {Measurements} */
  const measured = { startMs: undefined, requests: [], progress: [], memory: undefined };
  try {
    await stage.open(options.targets, options);
    measured.startMs = stage.gateway?.startMs;
    for (const scenario of options.scenarios) {
      if (scenario === 'progress') measured.progress = await measureProgress(stage, options);
      else if (scenario === 'memory') measured.memory = await measureMemory(stage, options);
      else measured.requests.push(...(await measureRequests(stage, scenario, options)));
    }
  } catch (error) {
    if (error instanceof WrongAnswer && stage.gateway !== undefined)
      throw new WrongAnswer(`${error.message}\nthe gateway's log ends with:\n${stage.gateway.logTail()}`);
    throw error;
  } finally {
    await stage.close();
  }
  return measured;
}

function machine() {
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    commit: commit(),
  };
}

/** The commit that was measured, when the sources are a checkout. */
function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  requireMachine(options);
  const date = new Date().toISOString();
  const measured = await measure(options);
  const verdicts = judge(measured);
  process.stdout.write(
    `\n${toTable(measured)}\n\n${verdicts.length === 0 ? '' : `${goalTable(verdicts)}\n\n`}`,
  );
  const folder = fileURLToPath(new URL('results/', import.meta.url));
  const file = `${folder}${date.slice(0, 19).replaceAll(':', '-')}.json`;
  mkdirSync(folder, { recursive: true });
  const settings = { ...options, entry: undefined, profile: undefined };
  writeFileSync(
    file,
    `${JSON.stringify({ date, machine: machine(), options: settings, verdicts, ...measured }, undefined, 2)}\n`,
  );
  process.stdout.write(`written to ${file}\n`);
}

// The terminal sends an interrupt to the children too; the measurement fails with them and cleans up.
process.on('SIGINT', () => undefined);
main().catch((/** @type {unknown} */ error) => {
  const expected = error instanceof UsageError || error instanceof WrongAnswer;
  process.stderr.write(
    `${expected ? error.message : String((error instanceof Error ? error.stack : undefined) ?? error)}\n`,
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
