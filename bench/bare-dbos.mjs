// @ts-check
import { createServer } from 'node:http';
import process from 'node:process';
import { DBOS } from '@dbos-inc/dbos-sdk';
import { Pool } from 'undici';

const [upstream = '', database = ''] = process.argv.slice(2);
const pool = new Pool(upstream, { connections: 256 });
let session = '';
let completed = 0;

/**
 * One message to the MCP server, and its result.
 * @param {string} method
 * @param {object} params
 */
async function ask(method, params) {
  const { headers, body } = await pool.request({
    path: '/mcp',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === '' ? {} : { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const message = /** @type {{ result: Record<string, unknown> }} */ (await body.json());
  session ||= String(headers['mcp-session-id']);
  return message.result;
}

/** @param {{ city: string }} values */
async function weather({ city }) {
  const result = await ask('tools/call', { name: 'get_weather', arguments: { city } });
  return result['structuredContent'];
}

/** @param {{ city: string }} input */
async function threeSteps(input) {
  await DBOS.runStep(() => weather(input), { name: 'one' });
  await DBOS.runStep(() => weather(input), { name: 'two' });
  const last = await DBOS.runStep(() => weather(input), { name: 'three' });
  completed++;
  return last;
}

DBOS.setConfig({
  ...{ name: 'bare', systemDatabaseUrl: database, systemDatabaseSchemaName: 'bare_dbos' },
  ...{
    useListenNotify: false,
    systemDatabaseIdleTransactionTimeoutMs: 0,
    enableOTLP: false,
    logLevel: 'error',
  },
});
const steps = DBOS.registerWorkflow(threeSteps, { name: 'steps' });
await DBOS.launch();
await ask('initialize', {
  ...{ protocolVersion: '2025-11-25', capabilities: {} },
  clientInfo: { name: 'bare-dbos', version: '1.0.0' },
});

/**
 * The answer to a request of the benchmark, as the gateway gives it.
 * @param {string} text
 */
async function answer(text) {
  const { input, mode } = /** @type {{ input: { city: string }, mode?: string }} */ (JSON.parse(text));
  const handle = await DBOS.startWorkflow(steps)(input);
  const runId = handle.workflowID;
  if (mode === 'async') {
    handle.getResult().catch(() => undefined);
    return { runId, status: 'running' };
  }
  return { runId, status: 'completed', output: await handle.getResult() };
}

/** The smallest durable workflow on DBOS behind HTTP that makes the same calls: the yardstick for what a run must cost on Postgres. */
const server = createServer((req, res) => {
  if (req.method === 'GET') {
    res.end(`gantry_workflow_runs_total{status="completed"} ${String(completed)}\n`);
    return;
  }
  let text = '';
  req.setEncoding('utf8');
  req.on('data', (chunk) => (text += String(chunk)));
  req.on('end', () => {
    answer(text).then(
      (body) => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (error) => res.writeHead(500).end(JSON.stringify({ error: String(error) })),
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port });
});
process.on('disconnect', () => process.exit(0));
