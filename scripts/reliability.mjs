// @ts-check
// Runs the tests of the hostile table, one row after the other, and writes what came of it into docs/reliability.md.
// npm run reliability -- [row …]; rows that are not named keep their last result. Settings of the environment go before those of a row.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { hostileTable } from './hostile-table.mjs';

/** @typedef {import('./hostile-table.d.mts').HostileRow} HostileRow */

const page = fileURLToPath(new URL('../docs/reliability.md', import.meta.url));
/** Rows of the table of attacks, which a test prints one by one. */
const [beginAttacks, endAttacks] = [
  '<!-- attacks: written by `npm run reliability -- 51` -->',
  '<!-- end of attacks -->',
];
const [begin, end] = ['<!-- results: written by `npm run reliability` -->', '<!-- end of results -->'];

/** @param {HostileRow} row */
function settingsOf({ env = {} }) {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, process.env[name] ?? value]));
}

/**
 * @param {HostileRow} row
 * @param {Record<string, string>} settings
 */
function commandOf({ tests, ids, postgres }, settings) {
  const all = { ...(postgres === true ? { TEST_DATABASE_URL: '…' } : {}), ...settings };
  const assignments = Object.entries(all).map(([name, value]) => `${name}=${value} `);
  return `${assignments.join('')}npx jest -c test/all.config.mjs -i '${tests}' -t '${ids.join('|')}'`;
}

/**
 * @param {HostileRow} row
 * @returns {Promise<string>} the cell with the result
 */
async function run(row) {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-reliability-'));
  const report = join(folder, 'report.json');
  const { TEST_DATABASE_URL, ...others } = process.env;
  const env = { ...others, ...(row.postgres === true ? { TEST_DATABASE_URL } : {}), ...settingsOf(row) };
  const args = [
    'node_modules/jest/bin/jest.js',
    ...['-c', 'test/all.config.mjs'],
    '-i',
    row.tests,
    '-t',
    row.ids.join('|'),
    '--json',
    `--outputFile=${report}`,
  ];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += String(chunk)));
  await new Promise((resolve) => child.on('close', resolve));
  const { numPassedTests: passed, numFailedTests: failed } =
    /** @type {{ numPassedTests: number, numFailedTests: number }} */ (
      JSON.parse(readFileSync(report, 'utf8'))
    );
  rmSync(folder, { recursive: true });
  const attacks = [...output.matchAll(/^\[attack\] (.*)$/gm)].map(([, text]) => String(text));
  if (attacks.length > 0) writeAttacks(attacks);
  const figures = [...output.matchAll(/^\[figure\] [^:]+: (.*)$/gm)].map(([, text]) => String(text));
  const verdict =
    failed > 0 || passed === 0
      ? `**${String(failed)} of ${String(passed + failed)} tests failed**`
      : `${String(passed)} of ${String(passed)} tests hold`;
  return [verdict, ...figures].join('; ').replaceAll('|', '\\|');
}

/** @param {readonly string[]} rows */
function writeAttacks(rows) {
  const text = readFileSync(page, 'utf8');
  const [before = '', rest = ''] = text.split(beginAttacks);
  const heads = ['Attack', 'Attacker: requests by status', 'Victim p50', 'p99', 'Memory', 'Disk'];
  const table = [heads, heads.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`);
  writeFileSync(
    page,
    `${before}${beginAttacks}\n\n${[...table, ...rows].join('\n')}\n\n${endAttacks}${rest.split(endAttacks)[1] ?? ''}`,
  );
}

/** The last results by row: the cells for command, result and date. */
function lastResults() {
  const [, table = ''] = readFileSync(page, 'utf8').split(begin);
  const lines = (table.split(end)[0] ?? '').split('\n').filter((line) => /^\| \d/.test(line));
  return new Map(
    lines.map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      return [cells[1] ?? '', cells.slice(4, 7)];
    }),
  );
}

/** @param {ReadonlyMap<string, readonly string[]>} results */
async function write(results) {
  const rows = hostileTable.map((row) => [
    ...[row.row, row.setup, row.holds],
    ...(results.get(row.row) ?? [
      `\`${commandOf(row, settingsOf(row)).replaceAll('|', '\\|')}\``,
      'not run',
      '',
    ]),
  ]);
  const lines = [
    ['Row', 'When', 'Must hold', 'Command', 'Result', 'Run'],
    ['---', '---', '---', '---', '---', '---'],
    ...rows,
  ];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const text = readFileSync(page, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const written = `${before}${begin}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ''}`;
  writeFileSync(page, written);
  spawnSync(process.execPath, ['tools/run.mjs', 'oxfmt', page], {
    stdio: 'inherit',
  });
}

const results = lastResults();
const wanted = process.argv.slice(2);
for (const row of hostileTable) {
  if (wanted.length > 0 && !wanted.includes(row.row)) continue;
  if (row.postgres === true && process.env['TEST_DATABASE_URL'] === undefined) continue;
  const command = commandOf(row, settingsOf(row)).replaceAll('|', '\\|');
  const cell = await run(row);
  results.set(row.row, [`\`${command}\``, cell, new Date().toISOString().slice(0, 16).replace('T', ' ')]);
  process.stdout.write(`${row.row}: ${cell}\n`);
  await write(results);
}
await write(results);
