// A stdio MCP server as the SDK makes it.
//   STARTS_FILE  one line is added at each start
//   START_MS     serves nothing before so long, as when it has to be downloaded first
//   SHY          passes over the first message
//   LEGACY       "serve": also the 2025 revisions; "reject": only 2026-07-28
import { appendFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { setTimeout as sleep } from 'node:timers/promises';

if (process.env.STARTS_FILE) appendFileSync(process.env.STARTS_FILE, `${process.pid}\n`);
await sleep(Number(process.env.START_MS ?? 0));
if (process.env.SHY)
  await new Promise((resolve) => {
    process.stdin.once('data', (chunk) => {
      process.stdin.unshift(chunk.subarray(chunk.indexOf('\n') + 1));
      resolve();
    });
  });
serveStdio(
  () => {
    const server = new McpServer({ name: 'sdk-stdio', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.registerTool('echo', {}, () => ({ content: [{ type: 'text', text: 'echoed' }] }));
    return server;
  },
  { legacy: process.env.LEGACY },
);
