// @ts-check
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const node = here('node_modules/node/bin/node');
const suite = here('node_modules/@modelcontextprotocol/conformance/dist/index.js');

/**
 * What the suite found: the ids of the checks that passed (`scenario:check`), and how the required scenarios fared.
 * @typedef {{ passing: Set<string>, failing: Map<string, string>, required: number, green: number, red: string[] }} Findings
 */

/**
 * Runs the frozen set of requirements of a revision against a server.
 * @param {string} url
 * @param {string} revision
 * @returns {Promise<Findings>}
 */
export async function runSuite(url, revision) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const output = await run(['server', '--url', url, '--requirements', revision, '-o', folder]);
    return { ...checksIn(folder), ...summaryOf(output) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string[]} args @returns {Promise<string>} */
function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}

/**
 * A check that ran several times passed when it never failed.
 * @param {string} folder
 */
function checksIn(folder) {
  /** @type {Set<string>} */
  const passing = new Set();
  /** @type {Map<string, string>} */
  const failing = new Map();
  for (const name of readdirSync(folder)) {
    const scenario = /^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
    /** @type {{ id: string, status: string, errorMessage?: string }[]} */
    const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'));
    for (const { id, status, errorMessage } of checks)
      if (status === 'SUCCESS') passing.add(`${scenario}:${id}`);
      else if (status === 'FAILURE') failing.set(`${scenario}:${id}`, errorMessage ?? 'failed');
  }
  for (const id of failing.keys()) passing.delete(id);
  return { passing, failing };
}

/** @param {string} output */
function summaryOf(output) {
  const [, summary = '', unscored = ''] = /=== SUMMARY ===([\s\S]*?)(Not scored[\s\S]*|$)/.exec(output) ?? [];
  const notScored = new Set([...unscored.matchAll(/[✓✗] (\S+) \(/g)].map(([, name]) => name));
  const scored = [...summary.matchAll(/([✓✗]) (\S+): \d+ passed/g)].filter(
    ([, , name]) => !notScored.has(name),
  );
  if (scored.length === 0) throw new Error(`the suite did not run:\n${output.slice(-2000)}`);
  const red = scored.filter(([, mark]) => mark === '✗').map(([, , name]) => name ?? '');
  return { required: scored.length, green: scored.length - red.length, red };
}
