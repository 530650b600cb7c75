// A stdio MCP server as the SDK makes it.
//   START_MS   serves nothing before so long, as when it has to be downloaded first
//   LEGACY     "serve": also the 2025 revisions; "reject": only 2026-07-28
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { setTimeout as sleep } from 'node:timers/promises';

await sleep(Number(process.env.START_MS ?? 0));
serveStdio(
  () => {
    const server = new McpServer({ name: 'sdk-stdio', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.registerTool('echo', {}, () => ({ content: [{ type: 'text', text: 'echoed' }] }));
    return server;
  },
  { legacy: process.env.LEGACY },
);
