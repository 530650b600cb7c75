// @ts-check
// An MCP server of both eras that only keeps streams: 2025 sessions with a GET stream each, and subscriptions of 2026-07-28.
// POST /broadcast tells all of them that the tools have changed. Servers at /many/… have a thousand tools each; POST /many/…/changed
// changes those of one and tells its streams.
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import { changeTools, toolsPage } from './many-tools.mjs';

/**
 * @typedef {{ jsonrpc: '2.0', id?: string | number, method?: string, params?: Record<string, unknown> }} Message
 */

const sessions = new Set();
/** @typedef {{ id: string | number | undefined, path: string }} Kept */
/** @type {Map<import('node:http').ServerResponse, Kept>} */
const streams = new Map();
const changePath = /^(\/many\/[^/]+)\/changed$/;
const capabilities = { tools: { listChanged: true } };
const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

/** @param {string | number | undefined} id */
const meta = (id) => ({ _meta: { 'io.modelcontextprotocol/subscriptionId': id } });

/** @type {Record<string, (message: Message, path: string) => object>} */
const answers = {
  ping: () => ({}),
  'tools/list': ({ params }, path) =>
    path.startsWith('/many/')
      ? {
          resultType: 'complete',
          ...toolsPage(path, params?.cursor),
          ttlMs: 3_600_000,
          cacheScope: 'private',
        }
      : { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' },
  'tools/call': () => ({ resultType: 'complete', content: [{ type: 'text', text: 'done' }] }),
  'server/discover': () => ({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities,
    ttlMs: 0,
    cacheScope: 'private',
  }),
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities,
    serverInfo: { name: 'streams', version: '1.0.0' },
  }),
};

const server = createServer((req, res) => void answer(req, res));
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send?.({ port });
});

/**
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 */
async function answer(req, res) {
  const { url: path = '' } = req;
  const changing = changePath.exec(path)?.[1];
  if (changing !== undefined) changeTools(changing);
  if (path === '/broadcast' || changing !== undefined) {
    for (const [stream, { id, path: of }] of streams)
      if (changing === undefined || of === changing)
        tell(stream, id === undefined ? changed : { ...changed, params: meta(id) });
    res.end(String(streams.size));
    return;
  }
  const session = req.headers['mcp-session-id'];
  const isLost = session !== undefined && !sessions.has(session);
  if (isLost) res.writeHead(404).end();
  else if (req.method === 'GET') keep(res, { id: undefined, path });
  else if (req.method === 'DELETE') res.writeHead(sessions.delete(session) ? 200 : 404).end();
  else respond(res, await readMessage(req), path);
}

/**
 * @param {import('node:http').ServerResponse} res
 * @param {Message} message
 * @param {string} path
 */
function respond(res, message, path) {
  const { id, method = '', params } = message;
  if (id === undefined) {
    res.writeHead(202).end();
  } else if (method === 'subscriptions/listen') {
    keep(res, { id, path });
    const notifications = params?.notifications;
    tell(res, {
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { ...meta(id), notifications },
    });
  } else {
    const own = method === 'initialize' ? { 'mcp-session-id': randomUUID() } : {};
    if ('mcp-session-id' in own) sessions.add(own['mcp-session-id']);
    res.writeHead(200, { 'content-type': 'application/json', ...own });
    const result = answers[method]?.(message, path);
    const error = { code: -32601, message: 'Method not found' };
    res.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) }));
  }
}

/**
 * @param {import('node:http').ServerResponse} res
 * @param {Kept} kept
 */
function keep(res, kept) {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  res.flushHeaders();
  streams.set(res, kept);
  res.on('close', () => streams.delete(res));
}

/**
 * @param {import('node:http').ServerResponse} res
 * @param {object} message
 */
function tell(res, message) {
  res.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}

/**
 * @param {import('node:http').IncomingMessage} req
 * @returns {Promise<Message>}
 */
async function readMessage(req) {
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of req) chunks.push(/** @type {Buffer} */ (chunk));
  return /** @type {Message} */ (JSON.parse(Buffer.concat(chunks).toString('utf8')));
}
