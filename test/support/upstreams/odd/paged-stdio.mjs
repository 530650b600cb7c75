// A stdio MCP server of the revisions in ERA with 16 tools, five on each page. At 2026-07-28 the first cursor is empty.
import { createInterface } from 'node:readline';

const modern = process.env['ERA'] === '2026';
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const shared = modern ? { resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' } : {};
const serverInfo = { name: 'paged', version: '1' };
const cursors = [modern ? '' : '1', '2', '3'];

function list({ cursor }) {
  const page = cursor === undefined ? 0 : cursors.indexOf(cursor) + 1;
  const count = page === 3 ? 1 : 5;
  const tools = Array.from({ length: count }, (_, index) => ({
    name: `tool-${page * 5 + index}`,
    inputSchema: { type: 'object' },
  }));
  return { ...shared, tools, ...(page === 3 ? {} : { nextCursor: cursors[page] }) };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  if (modern && method === 'server/discover') {
    const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
    send({
      id,
      result: { ...shared, supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, _meta },
    });
  } else if (!modern && method === 'initialize')
    send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } });
  else if (method === 'tools/list') send({ id, result: list(params) });
  else if (method === 'ping') send({ id, result: {} });
  else send({ id, error: { code: -32601, message: 'Method not found' } });
});
