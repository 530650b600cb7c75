import { fileURLToPath } from 'node:url';
import type { ServerEntries } from '../support/gateway.js';
import { npmStdio } from '../support/upstreams/npm-servers.js';

const node = (path: string, args: readonly string[] = [], env: object = {}) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url)), ...args],
  env,
});

/** Real servers from npm with about a hundred tools between them, by the names that the questions use. None needs the network to start. */
export function realServers(folder: string): ServerEntries {
  return {
    everything: npmStdio.everything(),
    files: npmStdio.filesystem(folder),
    memory: npmStdio.memory(`${folder}/memory.jsonl`),
    context7: npmStdio.context7(),
    thinking: node('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
    github: node('@modelcontextprotocol/server-github/dist/index.js'),
    browser: node(
      'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js',
      ['--headless', '--no-usage-statistics'],
      { CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1' },
    ),
  };
}
