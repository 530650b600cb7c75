// @ts-check
import { startServer, stop } from './child.mjs';
import { Gateway } from './gateway.mjs';
import { Load } from './load.mjs';
import { McpRequests, ModernRequests, RestRequests } from './requests.mjs';
import { openSession } from './session.mjs';

/** @typedef {'direct' | 'proxy' | 'gateway' | 'native' | 'native-2026'} TargetName */
/** @typedef {{ name: TargetName, port: number, pid: number, requests: McpRequests | ModernRequests | RestRequests }} Target `pid` is the process under test */

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
    const mcp = new McpRequests(await openSession(this.load, upstream.port));
    if (names.includes('direct'))
      this.targets.push({ name: 'direct', port: upstream.port, pid: upstream.pid, requests: mcp });
    if (names.includes('proxy')) {
      const proxy = await startServer('target', 'proxy.mjs', `http://127.0.0.1:${String(upstream.port)}`);
      this.#stops.push(() => stop(proxy.child));
      this.targets.push({ name: 'proxy', port: proxy.port, pid: proxy.pid, requests: mcp });
    }
    if (names.some((name) => name !== 'direct' && name !== 'proxy')) {
      const gateway = await Gateway.start(entry, upstream.port, profile);
      this.#stops.push(() => gateway.stop());
      this.gateway = gateway;
      const { port, pid, token } = gateway;
      if (names.includes('gateway'))
        this.targets.push({ name: 'gateway', port, pid, requests: new RestRequests(token) });
      if (names.includes('native')) {
        const endpoint = { path: '/api/servers/bench/mcp', token };
        const requests = new McpRequests(await openSession(this.load, port, endpoint), endpoint);
        this.targets.push({ name: 'native', port, pid, requests });
      }
      if (names.includes('native-2026')) {
        const requests = new ModernRequests({ path: '/api/servers/bench2026/mcp', token });
        this.targets.push({ name: 'native-2026', port, pid, requests });
      }
    }
  }

  async close() {
    for (const end of this.#stops.reverse()) await end();
  }
}
