// @ts-check
import { startServer, stop } from './child.mjs';
import { Gateway } from './gateway.mjs';
import { Load } from './load.mjs';
import { httpRequest, McpRequests, RestRequests } from './requests.mjs';

/** @typedef {'direct' | 'proxy' | 'gateway'} TargetName */
/** @typedef {{ name: TargetName, port: number, pid: number, requests: McpRequests | RestRequests }} Target `pid` is the process under test */

/** Everything that runs during a benchmark. */
export class Stage {
  /** @type {(() => Promise<void>)[]} */
  #stops = [];
  /** @type {Gateway | undefined} */
  gateway;
  /** @type {Target[]} */
  targets = [];
  upstreamPid = 0;
  load = new Load();

  /**
   * @param {readonly TargetName[]} names
   * @param {{ entry: string, profile: string | undefined }} options
   */
  async open(names, { entry, profile }) {
    this.#stops.push(() => this.load.stop());
    const upstream = await startServer('helper', 'upstream/server.mjs');
    this.#stops.push(() => stop(upstream.child));
    this.upstreamPid = upstream.pid;
    const mcp = new McpRequests(await this.#initialize(upstream.port));
    if (names.includes('direct'))
      this.targets.push({ name: 'direct', port: upstream.port, pid: upstream.pid, requests: mcp });
    if (names.includes('proxy')) {
      const proxy = await startServer('target', 'proxy.mjs', `http://127.0.0.1:${String(upstream.port)}`);
      this.#stops.push(() => stop(proxy.child));
      this.targets.push({ name: 'proxy', port: proxy.port, pid: proxy.pid, requests: mcp });
    }
    if (names.includes('gateway')) {
      const gateway = await Gateway.start(entry, upstream.port, profile);
      this.#stops.push(() => gateway.stop());
      this.gateway = gateway;
      const requests = new RestRequests(gateway.token);
      this.targets.push({ name: 'gateway', port: gateway.port, pid: gateway.pid, requests });
    }
  }

  async close() {
    for (const end of this.#stops.reverse()) await end();
  }

  /**
   * The handshake of MCP 2025-11-25 (Lifecycle, Initialization).
   * @param {number} port
   */
  async #initialize(port) {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1.0.0' },
    };
    const answer = await this.load.once({
      port,
      request: httpRequest('POST /mcp', {}, { jsonrpc: '2.0', id: 0, method: 'initialize', params }),
    });
    const session = /\r\nmcp-session-id: *([!-~]+)/i.exec(answer.head)?.[1];
    if (session === undefined) throw new Error(`the upstream gave no session: ${answer.head}`);
    return session;
  }
}
