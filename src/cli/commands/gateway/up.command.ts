import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { addToPath } from '../../environment.js';
import type { CommandSession } from '../../session.js';

/** Relative to the command as it is built. */
const gateway = new URL('../../../main.js', import.meta.url);
const example = '@modelcontextprotocol/server-everything';
const firstServers = {
  mcpServers: {
    everything: {
      command: 'mcp-server-everything',
      args: ['stdio'],
      description: 'Test server of the MCP project: every kind of tool, resource and prompt',
    },
  },
};

/** Serves in this process until a signal ends it. Settings are the variables of the gateway; files are those of this folder. */
export async function run({ terminal, environment }: CommandSession): Promise<void> {
  const servers = environment['MCP_CONFIG'] ?? 'mcp.json';
  if (!existsSync(servers)) {
    writeFileSync(servers, `${JSON.stringify(firstServers, null, 2)}\n`, { flag: 'wx' });
    terminal.say(`${servers} is new: it has an example server. Add yours.`);
  }
  // Programs of servers that come with the package.
  addToPath(resolve(createRequire(import.meta.url).resolve(`${example}/package.json`), '../../../.bin'));
  await import(gateway.href);
}
