import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { foreign } from '../../support/foreign.js';
import { freePort } from '../../support/collectors/free-port.js';
import { waitFor } from '../../support/wait-for.js';

/** `mcp-remote` as a desktop client starts it: a process that speaks MCP over stdio and gets in by OAuth on its own. */
export class McpRemote {
  /** What it wrote for the person who started it. */
  written = '';
  readonly client = new Client({ name: 'a desktop client', version: '1.0.0' });
  private readonly connecting: Promise<void>;

  private constructor(transport: StdioClientTransport) {
    transport.stderr?.on('data', (chunk: Buffer) => (this.written += chunk.toString()));
    this.connecting = this.client.connect(transport);
    // Whoever waits for `ready` is told; until then nobody is there to hear it.
    this.connecting.catch(() => undefined);
  }

  /** `folder`: where it keeps what it got, over restarts. */
  static async start(url: URL, folder: string): Promise<McpRemote> {
    const port = String(await freePort());
    return new McpRemote(
      new StdioClientTransport({
        command: process.execPath,
        args: [
          foreign('mcp-remote/dist/proxy.js'),
          url.href,
          port,
          '--allow-http',
          '--transport',
          'http-only',
        ],
        // It opens a browser by itself otherwise.
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: folder,
          MCP_REMOTE_CONFIG_DIR: folder,
          BROWSER: 'true',
        },
        stderr: 'pipe',
      }),
    );
  }

  /** The address that the person is to visit, once it says so. */
  async asked(): Promise<URL> {
    const address = await waitFor(
      `mcp-remote to name an address, but it wrote:\n${this.written}`,
      () => /visiting:\s+(http\S+)\s/.exec(this.written)?.[1],
    );
    return new URL(address);
  }

  /** Resolves when it is connected. */
  ready(): Promise<void> {
    return this.connecting;
  }

  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  async call(name: string, args: Record<string, unknown>): Promise<string> {
    return JSON.stringify((await this.client.callTool({ name, arguments: args })).content);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
