// @ts-check
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../clock.mjs';
import { pidOf, startNode, stop } from './child.mjs';

/** Minutes: it may be counted by Valgrind. */
const readyWithinMs = 600_000;

/** The gateway as it is deployed: the built program with an operator's file, a token, the rate limiter and the request log on. */
export class Gateway {
  /**
   * @param {import('node:child_process').ChildProcess} child
   * @param {string} folder
   * @param {string} token
   */
  constructor(child, folder, token) {
    this.child = child;
    this.folder = folder;
    this.token = token;
    this.pid = pidOf(child);
    this.port = 0;
    /** From the start of the process until it served. */
    this.startMs = 0;
  }

  /**
   * @param {string} entry path of the built `main.js`
   * @param {number} upstreamPort
   * @param {string | undefined} profileFolder where a CPU profile is written at the end
   * @param {Record<string, string>} [env] settings beside those of every benchmark
   * @param {'target' | 'replica'} [role]
   */
  static async start(entry, upstreamPort, profileFolder, env = {}, role = 'target') {
    const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-'));
    const token = randomBytes(32).toString('hex');
    const upstream = `http://127.0.0.1:${String(upstreamPort)}`;
    const servers = {
      mcpServers: { bench: { url: `${upstream}/mcp` }, bench2026: { url: `${upstream}/modern` } },
    };
    writeFileSync(join(folder, 'mcp.json'), JSON.stringify(servers));
    const log = openSync(join(folder, 'log'), 'a');
    const profile = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
    const startedAt = monotonicMs();
    const child = startNode(role, [...profile, entry], {
      env: {
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
        MCP_CONFIG: join(folder, 'mcp.json'),
        BOOTSTRAP_TOKEN: token,
        RATE_LIMIT_PER_MINUTE: '100000000',
        LOG_LEVEL: 'info',
        LOG_FORMAT: 'json',
        ...env,
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const gateway = new Gateway(child, folder, token);
    try {
      await gateway.#ready(startedAt);
    } catch (error) {
      await gateway.stop();
      throw error;
    }
    return gateway;
  }

  /** The last lines of its log, for the message about a failure. */
  logTail() {
    return readFileSync(join(this.folder, 'log'), 'utf8').trimEnd().split('\n').slice(-5).join('\n');
  }

  /** Forgets the log so far: a long run writes gigabytes. */
  truncateLog() {
    truncateSync(join(this.folder, 'log'));
  }

  async stop() {
    await stop(this.child, 10_000);
    rmSync(this.folder, { recursive: true });
  }

  /** @param {number} startedAt */
  async #ready(startedAt) {
    while (this.port === 0) {
      const url = /"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(readFileSync(join(this.folder, 'log'), 'utf8'));
      if (url !== null) this.port = Number(url[1]);
      else if (this.child.exitCode !== null || monotonicMs() > startedAt + readyWithinMs)
        throw new Error(`the gateway did not start:\n${this.logTail()}`);
      else await pause(10);
    }
    this.startMs = monotonicMs() - startedAt;
  }
}
