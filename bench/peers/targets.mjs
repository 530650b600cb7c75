// @ts-check
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pidOf, startNode, stop } from '../stage/child.mjs';
import { Gateway } from '../stage/gateway.mjs';
import { mcpCall, restCall } from './endpoints.mjs';

/** @typedef {{ name: string, pid: number, call: import('./endpoints.mjs').Call }} Target */

const readyWithinMs = 60_000;
const server = fileURLToPath(new URL('server.mjs', import.meta.url));
const script = (/** @type {string} */ path) =>
  fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));

/** This gateway and its peers, each in front of a process of its own of the same server. */
export class Targets {
  /** @type {Target[]} */
  all = [];
  /** @type {(() => Promise<void>)[]} */
  #stops = [];
  #folder = mkdtempSync(join(tmpdir(), 'gantry-peers-'));
  #config = join(this.#folder, 'servers.json');

  /** @param {string} entry the gateway's `main.js` */
  async open(entry) {
    const bench = { command: process.execPath, args: [server] };
    writeFileSync(this.#config, JSON.stringify({ mcpServers: { bench } }));
    await this.#gateway(entry);
    await this.#peer('mcp-proxy', 'mcp-proxy/dist/bin/mcp-proxy.mjs', (port) => [
      ...['--host', '127.0.0.1', '--port', String(port), '--server', 'stream'],
      ...['--', process.execPath, server],
    ]);
    await this.#peer('supergateway', 'supergateway/dist/index.js', (port) => [
      ...['--stdio', `'${process.execPath}' '${server}'`, '--outputTransport', 'streamableHttp'],
      ...['--stateful', '--port', String(port), '--logLevel', 'none'],
    ]);
    await this.#peer(
      'mcp-hub (REST)',
      'mcp-hub/dist/cli.js',
      (port) => ['--port', String(port), '--config', this.#config],
      (origin) =>
        Promise.resolve(
          restCall(`${origin}/api/servers/tools`, {}, { server_name: 'bench', tool: 'get_weather' }),
        ),
    );
  }

  async close() {
    for (const end of this.#stops.reverse()) await end();
    rmSync(this.#folder, { recursive: true });
  }

  /** @param {string} entry */
  async #gateway(entry) {
    const gateway = await Gateway.start(entry, 0, undefined, { MCP_CONFIG: this.#config });
    this.#stops.push(() => gateway.stop());
    const { pid, port, token } = gateway;
    const url = `http://127.0.0.1:${String(port)}/api/servers/bench/mcp`;
    const authorization = { authorization: `Bearer ${token}` };
    this.all.push({ name: 'gantry native', pid, call: await mcpCall(url, authorization) });
    this.all.push({ name: 'gantry REST', pid, call: restCall(`${url}/call`, authorization) });
  }

  /**
   * @param {string} name
   * @param {string} path of its program
   * @param {(port: number) => string[]} argsFor
   * @param {(origin: string) => Promise<import('./endpoints.mjs').Call>} [callAt]
   */
  async #peer(name, path, argsFor, callAt = (origin) => mcpCall(`${origin}/mcp`)) {
    const port = await freePort();
    const child = startNode('target', [script(path), ...argsFor(port)], {
      stdio: 'ignore',
      env: { HOME: this.#folder },
    });
    this.#stops.push(() => stop(child));
    const until = performance.now() + readyWithinMs;
    for (;;) {
      try {
        this.all.push({ name, pid: pidOf(child), call: await callAt(`http://127.0.0.1:${String(port)}`) });
        return;
      } catch (cause) {
        if (child.exitCode !== null || performance.now() > until)
          throw new Error(`${name} did not start`, { cause });
        await pause(200);
      }
    }
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
