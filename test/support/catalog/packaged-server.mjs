#!/usr/bin/env node
// What stands in the scripted packages: a stdio MCP server that says how it was started. STARTS_FILE gets a line at each start.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { STARTS_FILE } = process.env;
if (STARTS_FILE) appendFileSync(STARTS_FILE, `${process.argv.slice(2).join(' ')}\n`);
const tools = [{ name: 'started', description: 'How it was started', inputSchema: { type: 'object' } }];
const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'packaged', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': () => {
    const said = { argv: process.argv.slice(2), env: process.env };
    return { content: [{ type: 'text', text: JSON.stringify(said) }] };
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const said =
    answer === undefined ? { error: { code: -32601, message: 'no such method' } } : { result: answer() };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`);
});
