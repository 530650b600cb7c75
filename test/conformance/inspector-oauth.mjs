// @ts-check
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const node = here('node_modules/node/bin/node');
const cli = here('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

/**
 * Lets the MCP Inspector get in by OAuth, as somebody who has no token: it is refused, registers, sends its person to the browser, lists;
 * calls with what it kept; refreshes that; and is shut out once its grant has ended. What went wrong, if anything.
 * @param {{ url: string, browser: { agree: (address: string) => Promise<void> }, endGrants: () => Promise<number> }} target
 * @returns {Promise<string | undefined>}
 */
export async function inspectByOAuth({ url, browser, endGrants }) {
  const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
  const inspector = (/** @type {string[]} */ ...args) => run(folder, url, args, browser);
  const call = ['--method', 'tools/call', '--tool-name', 'test_simple_text'];
  try {
    const listed = await inspector('--callback-url', 'http://127.0.0.1:0/oauth/callback', '--method', 'tools/list');
    if (!listed.includes('"test_simple_text"')) return `tools/list printed ${listed.slice(0, 1000)}`;
    const called = await inspector('--stored-auth-only', ...call);
    if (!called.includes('simple text response')) return `tools/call printed ${called.slice(0, 1000)}`;
    const refreshed = await inspector('--use-stored-auth', ...call);
    if (!refreshed.includes('simple text response')) return `after a refresh it printed ${refreshed.slice(0, 1000)}`;
    const ended = await endGrants();
    if (ended !== 1) return `it has ${String(ended)} grants`;
    const refused = await inspector('--stored-auth-only', ...call);
    return refused.includes('auth_required') ? undefined : `without its grant it printed ${refused.slice(0, 1000)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} folder where it keeps what it got
 * @param {string} url
 * @param {string[]} args
 * @param {{ agree: (address: string) => Promise<void> }} browser
 * @returns {Promise<string>} both streams, whatever the exit code
 */
async function run(folder, url, args, browser) {
  const { PATH } = process.env;
  // It waits for a person only where it may open a browser; that one is ours.
  const env = { PATH, HOME: folder, MCP_STORAGE_DIR: folder, MCP_INSPECTOR_SECRET_STORE: 'file', MCP_AUTO_OPEN_ENABLED: 'true', BROWSER: 'true' };
  const child = spawn(node, [cli, '--cli', '--server-url', url, '--transport', 'http', ...args], {
    env,
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  /** @type {Promise<void> | undefined} */
  let visit;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      const address = /navigate to: (http\S+)\s/.exec((output += chunk))?.[1];
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
