// @ts-check
// Runs the MCP conformance suite against a complete server, directly and through the gateway over HTTP and over stdio, and compares
// which checks pass; then lets the MCP Inspector's command line list and call. `node test/conformance/run.mjs [path of the built main.js]`; installs the suite beside this file first.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { start, startGateway } from './gateway.mjs';
import { inspect } from './inspector.mjs';
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
