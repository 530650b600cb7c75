// @ts-check
// A gateway that can be looked into, with what all of the scenarios ask of it.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { Histogram } from '../load/histogram.mjs';
import { startServer, stop } from '../stage/child.mjs';
import { Gateway } from '../stage/gateway.mjs';
import { Load } from '../stage/load.mjs';
import { quantile } from '../statistics.mjs';

/** @typedef {{ rss: number, heapUsed: number, external: number, stallMs: number }} Probe bytes, and the longest stall of the event loop since the one before */
/** @typedef {{ p50: number, p99: number }} Latency in milliseconds */
/** @typedef {[what: string, figure: string]} Row */

const latencyMs = 4000;

/** The upstream, the gateway and the load of one scenario. */
export class Ground {
  /** @type {(() => void | Promise<void>)[]} */
  #stops = [];
  dispatcher = new Agent({ connections: 8, headersTimeout: 60_000 });
  load = new Load();
  gateway = /** @type {Gateway} */ (/** @type {unknown} */ (undefined));
  upstream = { port: 0, pid: 0 };

  /**
   * @param {string} entry of the built gateway
   * @param {readonly string[]} servers names; each has tools of its own
   * @param {{ env?: Record<string, string>, profile: string | undefined }} options
   */
  static async open(entry, servers, options) {
    const ground = new Ground();
    try {
      await ground.#start(entry, servers, options);
    } catch (error) {
      await ground.close();
      throw error;
    }
    return ground;
  }

  /** @returns {Promise<Probe>} */
  async probe() {
    return /** @type {Probe} */ (await json(connect(join(this.folder, 'probe'))));
  }

  /** How many descriptors the gateway has open. */
  descriptors() {
    return readdirSync(`/proc/${String(this.gateway.pid)}/fd`).length;
  }

  /**
   * One request; the text of its answer, and its session.
   * @param {'GET' | 'POST' | 'DELETE'} method
   * @param {string} path
   * @param {object} [body]
   * @param {Record<string, string>} [fields]
   */
  async send(method, path, body, fields = {}) {
    const answer = await request(`http://127.0.0.1:${String(this.gateway.port)}${path}`, {
      ...{ method, dispatcher: this.dispatcher },
      headers: {
        ...{ authorization: `Bearer ${this.gateway.token}`, accept: 'application/json, text/event-stream' },
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...fields,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      text: await answer.body.text(),
      session: String(answer.headers['mcp-session-id']),
    };
  }

  /**
   * The same; throws unless it is answered as it should be.
   * @param {Parameters<Ground['send']>} args
   */
  async ask(...args) {
    const answer = await this.send(...args);
    if (answer.status >= 300)
      throw new Error(`${args[0]} ${args[1]}: ${String(answer.status)} ${answer.text}`);
    return answer;
  }

  /**
   * A session of revision 2025-11-25; what its requests carry.
   * @param {string} path
   */
  async openSession(path) {
    const { session } = await this.ask('POST', path, {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1.0.0' },
      },
    });
    const fields = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
    await this.ask('POST', path, { jsonrpc: '2.0', method: 'notifications/initialized' }, fields);
    return fields;
  }

  /**
   * Of the same call by one caller, one after the other.
   * @param {Buffer} call
   * @returns {Promise<Latency>}
   */
  async latency(call) {
    const { body: expected } = await this.load.once({ port: this.gateway.port, request: call });
    const { latencies } = await this.load.throughput({
      ...{ port: this.gateway.port, request: call, expected, connections: 1 },
      ...{ targetPid: this.gateway.pid, upstreamPid: this.upstream.pid, warmMs: 1000, measureMs: latencyMs },
    });
    const histogram = new Histogram(latencies);
    return { p50: histogram.quantile(0.5), p99: histogram.quantile(0.99) };
  }

  async close() {
    for (const end of this.#stops.reverse()) await end();
    await this.load.stop();
    await this.dispatcher.destroy();
  }

  /**
   * @param {string} entry
   * @param {readonly string[]} servers
   * @param {{ env?: Record<string, string>, profile: string | undefined }} options
   */
  async #start(entry, servers, { env = {}, profile }) {
    const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-'));
    this.folder = folder;
    this.#stops.push(() => {
      rmSync(folder, { recursive: true });
    });
    const { child, ...upstream } = await startServer('helper', 'upstream/streams.mjs');
    this.upstream = upstream;
    this.#stops.push(() => stop(child, 0));
    const url = (/** @type {string} */ name) => `http://127.0.0.1:${String(upstream.port)}/many/${name}`;
    const mcpServers = Object.fromEntries(servers.map((name) => [name, { url: url(name) }]));
    writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }));
    this.gateway = await Gateway.start(entry, upstream.port, profile, {
      MCP_CONFIG: join(folder, 'mcp.json'),
      NODE_OPTIONS: `--import ${new URL('probe.mjs', import.meta.url).href}`,
      PROBE: join(folder, 'probe'),
      ...env,
    });
    this.#stops.push(() => this.gateway.stop());
  }

  folder = '';
}

/**
 * So many at a time until all are done; how long each took.
 * @param {number} count
 * @param {number} atOnce
 * @param {(index: number) => Promise<unknown>} run
 */
export async function timed(count, atOnce, run) {
  /** @type {number[]} */
  const took = [];
  let next = 0;
  const one = async () => {
    while (next < count) {
      const startedAt = performance.now();
      await run(next++);
      took.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return took;
}

/** Descriptors that a process may open at most. */
export function descriptorLimit() {
  return Number(
    /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? 1024,
  );
}

/** @param {number} value */
export const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
/** @param {Latency} latency */
export const latencyText = ({ p50, p99 }) => `${ms(p50)}, ${ms(p99)}`;
/** @param {readonly number[]} took */
export const quantiles = (took) => latencyText({ p50: quantile(took, 0.5), p99: quantile(took, 0.99) });
/** @param {number} bytes */
export const mb = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

/**
 * What each of some things costs.
 * @param {Probe} before
 * @param {Probe} after
 * @param {number} count
 */
export function memoryEach(before, after, count) {
  const kb = (/** @type {number} */ bytes) => `${(bytes / 1024 / count).toFixed(1)} kB`;
  return `${kb(after.rss - before.rss)} resident, ${kb(after.heapUsed - before.heapUsed)} heap`;
}
