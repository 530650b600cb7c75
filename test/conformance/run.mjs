// @ts-check
// Runs the MCP conformance suite against a complete server, directly and through the gateway over HTTP and over stdio, and compares
// which checks pass; then lets the MCP Inspector's command line list and call, with a token and by OAuth; then lets the suite try the
// gateway's authorization server, with Chromium at its pages, and the gateway as a client of such servers. `node test/conformance/run.mjs [path of the built main.js]`; installs the suite beside this file first.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runAuthorization } from './authorization.mjs';
import { notPassing, notRun } from './client-scenarios.mjs';
import { runClientSuite } from './client-suite.mjs';
import { start, startGateway } from './gateway.mjs';
import { inspectByOAuth } from './inspector-oauth.mjs';
import { inspect } from './inspector.mjs';
import { openBrowser } from './person.mjs';
import { runSuite } from './suite.mjs';
import { addToken } from './token-proxy.mjs';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const required = { '2025-11-25': 30, '2026-07-28': 37 };
/** Scenarios that a stdio server cannot pass whoever is in front of it: it has no stream that could be cut and resumed. */
const httpOnly = /^server-sse-polling:/;

if (
  !['node/bin/node', '@modelcontextprotocol/inspector'].every((part) =>
    existsSync(here(`node_modules/${part}`)),
  )
)
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here('.'), stdio: 'inherit' });

/** What the suite asks of an authorization server. */
const authorizationChecks = [
  'authorization-server-metadata',
  'authorization-server-metadata-cimd',
  'authorization-code-grant',
];

/** @type {string[]} */
const faults = [];
const fixture = await start([here('fixture/http.mjs')], /^(http:\S+)$/m);
const gateway = await startGateway(process.argv[2] ?? here('../../dist/main.js'), {
  http: { url: fixture.found },
  stdio: { command: process.execPath, args: [here('fixture/stdio.mjs')] },
});
try {
  for (const [revision, wanted] of Object.entries(required)) {
    const direct = await runSuite(fixture.found, revision);
    report(revision, 'direct', direct, wanted);
    for (const server of ['http', 'stdio']) {
      const { port, token } = gateway;
      const proxy = await addToken({ port, token, path: `/api/servers/${server}/mcp` });
      const through = await runSuite(proxy.url, revision);
      proxy.close();
      report(revision, `through the gateway over ${server}`, through, wanted);
      for (const id of direct.passing)
        if (!through.passing.has(id) && !(server === 'stdio' && httpOnly.test(id)))
          faults.push(
            `${revision}, ${server}: ${id} passes directly only: ${through.failing.get(id) ?? 'it did not run'}`,
          );
    }
  }
  for (const era of /** @type {const} */ (['legacy', 'modern']))
    for (const server of ['http', 'stdio']) {
      const { port, token } = gateway;
      const url = `http://127.0.0.1:${String(port)}/api/servers/${server}/mcp`;
      const fault = await inspect({ url, token, era });
      console.log(`Inspector, ${era}, over ${server}: ${fault ?? 'lists and calls'}`);
      if (fault !== undefined) faults.push(`Inspector, ${era}, over ${server}: ${fault}`);
    }
  await byOAuth();
  await asClient();
} finally {
  await gateway.stop();
  await fixture.stop();
}
for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0
    ? 'conformance: all that passes directly passes through the gateway'
    : `conformance: ${String(faults.length)} faults`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

/** What those do who have no token, with a person at a real browser. */
async function byOAuth() {
  const { port, token } = gateway;
  const base = `http://127.0.0.1:${String(port)}`;
  const browser = await openBrowser();
  try {
    const { passed, faults: found } = await runAuthorization(`${base}/oauth`, browser);
    console.log(`authorization server: ${String(passed.length)} checks pass (${passed.join(', ')})`);
    faults.push(...found.map((fault) => `authorization server: ${fault}`));
    for (const wanted of authorizationChecks)
      if (!passed.includes(wanted)) faults.push(`authorization server: ${wanted} did not pass`);
    const url = `${base}/api/servers/http/mcp`;
    const fault = await inspectByOAuth({ url, browser, endGrants: () => endGrants(base, token) });
    console.log(`Inspector, by OAuth: ${fault ?? 'comes in, lists, calls, refreshes, and is shut out'}`);
    if (fault !== undefined) faults.push(`Inspector, by OAuth: ${fault}`);
  } finally {
    await browser.close();
  }
}

/** The gateway itself as a program that wants in at servers. */
async function asClient() {
  const { port, token, configPath } = gateway;
  const base = `http://127.0.0.1:${String(port)}`;
  const { passed, faults: found } = await runClientSuite({ base, token, configPath });
  console.log(`client by OAuth: ${String(passed.length)} scenarios pass (${passed.join(', ')})`);
  for (const [name, why] of Object.entries({ ...notPassing, ...notRun }))
    console.log(`client by OAuth: not ${name}: ${why}`);
  faults.push(...found.map((fault) => `client by OAuth: ${fault}`));
}

/**
 * Takes back what the person let in at an endpoint; how many it were.
 * @param {string} base
 * @param {string} token
 */
async function endGrants(base, token) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${base}/api/grants`, { headers });
  const { grants } = /** @type {{ grants: { id: string, resource: string | null }[] }} */ (await answer.json());
  const ours = grants.filter(({ resource }) => resource !== null);
  for (const { id } of ours) await fetch(`${base}/api/grants/${id}`, { method: 'DELETE', headers });
  return ours.length;
}

/**
 * @param {string} revision
 * @param {string} way
 * @param {import('./suite.mjs').Findings} findings
 * @param {number} wanted
 */
function report(revision, way, findings, wanted) {
  const { green, passing, red } = findings;
  console.log(
    `${revision} ${way}: ${String(green)}/${String(findings.required)} scenarios, ${String(passing.size)} checks pass`,
  );
  if (green !== wanted)
    faults.push(
      `${revision}, ${way}: ${String(green)} of ${String(wanted)} scenarios, not ${red.join(', ')}`,
    );
}
