import { toNodeHandler } from '@modelcontextprotocol/node';
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/** A server of both eras as the SDK makes it: what most modern servers in the field will be. */
export class SdkModern {
  private constructor(
    private readonly server: Server,
    private readonly handler: ReturnType<typeof createMcpHandler>,
  ) {}

  static async start(): Promise<SdkModern> {
    const handler = createMcpHandler(makeServer);
    const listener = toNodeHandler(handler);
    const server = createServer((req, res) => void listener(req, res as Parameters<typeof listener>[1]));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new SdkModern(server, handler);
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/mcp`;
  }

  async close(): Promise<void> {
    await this.handler.close();
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

function makeServer(): McpServer {
  const server = new McpServer(
    { name: 'sdk-modern', version: '1.0.0' },
    { capabilities: { tools: {}, prompts: {}, resources: {} } },
  );
  server.registerTool('add', { inputSchema: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  server.registerTool(
    'count',
    { inputSchema: z.object({ steps: z.number() }) },
    async ({ steps }, context) => {
      const token = context.mcpReq._meta?.progressToken;
      for (let progress = 1; progress <= steps && token !== undefined; progress++)
        await context.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: token, progress, total: steps },
        });
      return { content: [{ type: 'text', text: 'counted' }] };
    },
  );
  const confirmation = z.object({ confirm: z.boolean() });
  server.registerTool('deploy', { inputSchema: z.object({ env: z.string() }) }, ({ env }, context) => {
    const accepted = acceptedContent(context.mcpReq.inputResponses, 'confirm', confirmation);
    if (accepted?.confirm !== true)
      return inputRequired({
        inputRequests: {
          confirm: inputRequired.elicit({ message: `Deploy to ${env}?`, requestedSchema: confirmation }),
        },
      });
    return { content: [{ type: 'text', text: `deployed to ${env}` }] };
  });
  server.registerPrompt('hello', {}, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
  }));
  server.registerResource('one', 'note://one', {}, (uri) => ({
    contents: [{ uri: uri.href, text: 'a note' }],
  }));
  return server;
}
