// @ts-check
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './gateway.mjs';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const node = here('node_modules/node/bin/node');
const suite = here('node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** @typedef {{ id: string, status: string, errorMessage?: string }} Check */

/**
 * Lets the suite's `authorization` command try an authorization server, with a person at its pages. A check that only warned or was
 * skipped has not passed.
 * @param {string} issuer
 * @param {{ agree: (address: string) => Promise<void> }} browser
 * @returns {Promise<{ passed: string[], faults: string[] }>}
 */
export async function runAuthorization(issuer, browser) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const port = await freePort();
    const client = await register(issuer, `http://127.0.0.1:${String(port)}/callback`);
    const options = ['--url', issuer, '--client-id', client, '--port', String(port), '-o', folder];
    const output = await run(['authorization', ...options], browser);
    const checks = checksIn(folder);
    const passed = checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id);
    const faults = checks
      .filter(({ status }) => status !== 'SUCCESS')
      .map(({ id, status, errorMessage }) => `${id}: ${status}, ${errorMessage ?? 'without a word'}`);
    return { passed, faults: checks.length === 0 ? [`it did not run:\n${output.slice(-2000)}`] : faults };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} issuer @param {string} redirectUri @returns {Promise<string>} the client's id */
async function register(issuer, redirectUri) {
  const answer = await fetch(`${issuer}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Conformance suite',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    }),
  });
  if (answer.status !== 201) throw new Error(`register: ${String(answer.status)} ${await answer.text()}`);
  return /** @type {{ client_id: string }} */ (await answer.json()).client_id;
}

/**
 * @param {string[]} args
 * @param {{ agree: (address: string) => Promise<void> }} browser
 * @returns {Promise<string>} what it printed
 */
async function run(args, browser) {
  const child = spawn(node, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  /** @type {Promise<void> | undefined} */
  let visit;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      const address = /^(http\S+code_challenge=\S+)\n[\s\S]*Waiting/m.exec((output += chunk))?.[1];
      // It would wait for minutes for somebody who does not come.
      if (address !== undefined)
        visit ??= browser.agree(address).catch((error) => {
          output += `\nthe person did not agree: ${String(error)}`;
          child.kill();
        });
    });
  await ended;
  await visit;
  return output;
}

/** @param {string} folder @returns {Check[]} */
function checksIn(folder) {
  return readdirSync(folder).flatMap((name) =>
    JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')),
  );
}
