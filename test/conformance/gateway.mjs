// @ts-check
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { person } from './person.mjs';

/**
 * Starts a program that prints where it serves.
 * @param {string[]} args
 * @param {RegExp} pattern whose first group is the address
 * @param {{ env?: Record<string, string>, cwd?: string }} [options]
 * @returns {Promise<{ found: string, stop: () => Promise<void> }>}
 */
export function start(args, pattern, { env = {}, cwd } = {}) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      const found = pattern.exec((output += chunk))?.[1];
      if (found !== undefined)
        resolve({
          found,
          stop: async () => {
            child.kill();
            await ended;
          },
        });
    });
    void ended.then(() => reject(new Error(`${args.join(' ')} ended:\n${output}`)));
  });
}

/**
 * The built gateway in front of the given servers.
 * @param {string} entry
 * @param {object} mcpServers
 */
export async function startGateway(entry, mcpServers) {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-conformance-'));
  const token = `gtu_${randomBytes(32).toString('hex')}`;
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }));
  const { found, stop } = await start([entry], /"url":"http:\/\/127\.0\.0\.1:(\d+)"/, {
    cwd: folder,
    env: {
      PORT: '0',
      DATA_DIR: folder,
      BOOTSTRAP_TOKEN: token,
      ADMIN_EMAIL: person.email,
      ADMIN_PASSWORD: person.password,
      RATE_LIMIT_PER_MINUTE: '0',
      // The authorization servers of the suite are on this computer.
      EGRESS_ALLOW: '127.0.0.0/8,::1/128',
      LOG_FORMAT: 'json',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    },
  });
  return {
    port: Number(found),
    token,
    configPath: join(folder, 'mcp.json'),
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A port that was free a moment ago, for programs that cannot be asked which one they took. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
