// @ts-check
// An HTTP server that answers every kind of request that a gateway makes with the worst JSON there is. It runs as a process of its own, so
// that its work does not slow the requests that a test measures. Paths: /mcp/<kind>/<where it stands>, /openapi/<kind>, /slashes,
// /protected/<kind>, and /<anything>/<kind>/<bytes> for other documents. The kinds are those of `worst-json.mjs`.
import { createServer } from 'node:http';
import process from 'node:process';
import { worstJson } from './worst-json.mjs';

/** Of the part that is the worst. The limit of a message (`MAX_RESULT_BYTES`) is 16 MiB. */
const largeBytes = 15_500_000;

/** @type {Map<string, string>} */
const made = new Map();

/**
 * @param {string} kind
 * @param {number} bytes
 */
function worst(kind, bytes) {
  const key = `${kind} ${String(bytes)}`;
  const text = made.get(key) ?? (worstJson[kind] ?? worstJson['lists'])?.(bytes) ?? '';
  made.set(key, text);
  return text;
}

/**
 * Answers of an MCP server to the methods that the gateway calls; `rest` says where the worst stands.
 * @param {string} kind
 * @param {string} where
 * @param {{ method?: string, id?: unknown }} message
 * @returns {string | undefined}
 */
function mcpAnswer(kind, where, { method, id }) {
  if (id === undefined) return undefined;
  const worstText = () => {
    // As JSON inside of a text it is escaped, and must still be within the limit.
    const escapes = kind === 'quotes' ? 4 : ['members', 'names', 'open'].includes(kind) ? 2 : 1;
    return JSON.stringify(worst(kind, largeBytes / escapes));
  };
  /** @type {Record<string, () => string>} */
  const results = {
    initialize: () =>
      '{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"resources":{},"prompts":{}},"serverInfo":{"name":"hostile","version":"1"}}',
    ping: () => '{}',
    'tools/list': () =>
      where === 'list'
        ? `{"tools":[{"name":"say","inputSchema":{"type":"object","x":${worst(kind, largeBytes)}}}]}`
        : '{"tools":[{"name":"say","inputSchema":{"type":"object"}}]}',
    'tools/call': () => {
      if (where === 'structured')
        return `{"content":[],"structuredContent":{"x":${worst(kind, largeBytes)}}}`;
      return `{"content":[{"type":"text","text":${worstText()}}]}`;
    },
  };
  const result = results[String(method)]?.();
  const idText = JSON.stringify(id);
  if (where === 'error' && method === 'tools/call')
    return `{"jsonrpc":"2.0","id":${idText},"error":{"code":-32000,"message":"no","data":${worst(kind, largeBytes)}}}`;
  return result === undefined
    ? `{"jsonrpc":"2.0","id":${idText},"error":{"code":-32601,"message":"Method not found"}}`
    : `{"jsonrpc":"2.0","id":${idText},"result":${result}}`;
}

/**
 * An answer that is a stream of events: one of empty lines, or requests.
 * @param {string} kind
 */
function eventsOf(kind) {
  if (kind === 'lines') return 'data\n'.repeat(12_000_000);
  const requests = Array.from(
    { length: 50_000 },
    (_, id) => `data: {"jsonrpc":"2.0","id":"${String(id)}","method":"ping"}`,
  );
  return `${requests.join('\n\n')}\n\n`;
}

/** @param {import('node:http').IncomingMessage} req */
async function read(req) {
  const pieces = [];
  for await (const piece of req) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const server = createServer((req, res) => {
  void answer(req, res).catch(() => res.destroy());
});

/**
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 */
async function answer(req, res) {
  const body = await read(req);
  const path = new URL(req.url ?? '/', 'http://host').pathname;
  const [, role = '', kind = '', where = ''] = path.split('/');
  /**
   * @param {string} text
   * @param {number} [status]
   * @param {Record<string, string>} [headers]
   */
  const send = (text, status = 200, headers = {}) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
  switch (role) {
    case 'mcp': {
      if (req.method !== 'POST') return send('', 405);
      const message = JSON.parse(body);
      if (where === 'events' && message.method === 'tools/call')
        return res.writeHead(200, { 'content-type': 'text/event-stream' }).end(eventsOf(kind));
      const text = mcpAnswer(kind, where, message);
      return text === undefined ? send('', 202) : send(text);
    }
    case 'openapi':
      return send(
        `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/a":{"get":{"operationId":"a","x":${worst(kind, 4_000_000)}}}}}`,
      );
    case 'slashes':
      return send(
        `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"${'/'.repeat(2_000_000)}":{"get":{"operationId":"a"}}}}`,
      );
    case 'protected': {
      const metadata = `http://${String(req.headers.host)}/document/${kind}/260000`;
      return send('{}', 401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` });
    }
    default:
      // Hooks, discovery documents, registries, client documents, identity providers.
      return send(worst(kind, Number(where) || largeBytes));
  }
}

server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send?.(`http://127.0.0.1:${String(address.port)}`);
});
process.on('disconnect', () => process.exit());
