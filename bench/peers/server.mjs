// @ts-check
// An MCP server on its standard streams that gives a small result: what every peer stands in front of.
import process from 'node:process';
import { createInterface } from 'node:readline';
import { results } from '../upstream/results.mjs';

/** @type {Record<string, unknown>} */
const answers = {
  'tools/list': { tools: [{ name: 'get_weather', inputSchema: { type: 'object' } }] },
  'tools/call': results.get_weather,
  ping: {},
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } =
    /** @type {{ id?: string | number, method: string, params?: { protocolVersion?: string } }} */ (
      JSON.parse(line)
    );
  if (id === undefined) return;
  const result =
    method === 'initialize'
      ? {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'bench', version: '1.0.0' },
        }
      : answers[method];
  const body = result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
});
