// @ts-check
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { notPassing, notRun, ofSuite, others, suite } from './client-scenarios.mjs';
import { GatewayAsClient } from './gateway-client.mjs';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const node = here('node_modules/node/bin/node');
const conformance = here('node_modules/@modelcontextprotocol/conformance/dist/index.js');
/** All scenarios of a suite run at once. */
const timeoutMs = 90_000;

/** @typedef {{ passed: string[], failed: Map<string, string> }} Outcome */

/**
 * Lets the suite try the gateway as a client that wants in by OAuth.
 * @param {{ base: string, token: string, configPath: string }} gateway
 * @returns {Promise<{ passed: string[], faults: string[] }>}
 */
export async function runClientSuite(gateway) {
  const client = new GatewayAsClient(gateway);
  const server = createServer((req, res) => void answer(client, req, res)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const run = `http://127.0.0.1:${String(port)}/`;
  try {
    const outcomes = [await trial(run, ['--suite', suite])];
    for (const scenario of others) outcomes.push(await trial(run, ['--scenario', scenario], scenario));
    return judged(outcomes, await scenarios());
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** @param {Outcome[]} outcomes @param {string[]} known */
function judged(outcomes, known) {
  const passed = outcomes.flatMap((outcome) => outcome.passed);
  const failed = new Map(outcomes.flatMap((outcome) => [...outcome.failed]));
  const wanted = [...ofSuite, ...others].filter((name) => !(name in notPassing));
  const faults = [
    ...[...failed].filter(([name]) => !(name in notPassing)).map(([name, why]) => `${name}: ${why}`),
    ...wanted.filter((name) => !passed.includes(name) && !failed.has(name)).map((name) => `${name} did not run`),
    ...passed.filter((name) => !wanted.includes(name)).map((name) => `${name} passes: put it on the list`),
    ...known
      .filter((name) => !passed.includes(name) && !failed.has(name) && !(name in notRun))
      .map((name) => `${name} is in no list`),
  ];
  return { passed, faults };
}

/** The names of all that the suite has for clients that want in. @returns {Promise<string[]>} */
async function scenarios() {
  const { output } = await outputOf([conformance, 'list', '--client'], {});
  return [...output.matchAll(/\bauth\/[\w-]+/g)].map(([name]) => name);
}

/** @param {GatewayAsClient} client @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res */
async function answer(client, req, res) {
  let text = '';
  for await (const piece of req.setEncoding('utf8')) text += piece;
  res.end(JSON.stringify(await client.run(JSON.parse(text))));
}

/**
 * One run of the suite's command; `scenario` when it is a single one, whose summary has another form.
 * @param {string} run @param {string[]} which @param {string} [scenario] @returns {Promise<Outcome>}
 */
async function trial(run, which, scenario) {
  const command = `${node} ${here('auth-client.mjs')}`;
  const args = ['client', '--command', command, ...which, '--timeout', String(timeoutMs), '--verbose'];
  const { output, code } = await outputOf([conformance, ...args], { GATEWAY_RUN: run });
  if (scenario !== undefined) {
    const isGood = code === 0;
    return {
      passed: isGood ? [scenario] : [],
      failed: new Map(isGood ? [] : [[scenario, reasonsIn(output)]]),
    };
  }
  const summary = output.split('=== SUITE SUMMARY ===')[1] ?? '';
  const rows = [...summary.matchAll(/^([✓✗]) (\S+): (.*(?:\n {4}- .*)*)/gm)];
  if (rows.length === 0) throw new Error(`the suite did not run:\n${output.slice(-2000)}`);
  /** @param {string} mark */
  const marked = (mark) => rows.filter((row) => row[1] === mark);
  return {
    passed: marked('✓').map(([, , name = '']) => name),
    failed: new Map(marked('✗').map(([, , name = '', why = '']) => [name, why])),
  };
}

/** @param {string} output */
function reasonsIn(output) {
  const found = [...output.matchAll(/^\s+(?:- .*|Error: .*|Warning: .*)$/gm)].map(([line]) => line.trim());
  return found.length === 0 ? output.slice(-1000) : found.join('; ');
}

/** @param {string[]} args @param {Record<string, string>} env @returns {Promise<{ output: string, code: number | null }>} */
function outputOf(args, env) {
  return new Promise((resolve, reject) => {
    const { PATH, HOME } = process.env;
    const child = spawn(node, args, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (/** @type {string} */ piece) => (output += piece));
    child.once('error', reject);
    child.once('close', (code) => resolve({ output, code }));
  });
}
