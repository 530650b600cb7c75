import { foreign } from '../support/foreign.js';
import { NpmHttpServer } from '../support/upstreams/npm-servers.js';

const context7 = foreign('@upstash/context7-mcp/dist/index.js');
const node = (...args: readonly string[]) => ({ command: process.execPath, args });

/** Entries of the operator's file for servers that none but tests need. */
export const foreignStdio = {
  context7: (): object => node(context7),
  thinking: (): object => node(foreign('@modelcontextprotocol/server-sequential-thinking/dist/index.js')),
  github: (): object => node(foreign('@modelcontextprotocol/server-github/dist/index.js')),
  browser: (): object => ({
    ...node(
      foreign('chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'),
      ...['--headless', '--no-usage-statistics'],
    ),
    env: { CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1' },
  }),
};

export function startContext7(): Promise<NpmHttpServer> {
  return NpmHttpServer.start((port) => [context7, '--transport', 'http', '--port', String(port)], '/mcp');
}
