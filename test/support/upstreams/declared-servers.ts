import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { OperatorServers } from '../../../src/upstreams/declared/operator-servers.service.js';
import type { Keeper } from '../closing.js';
import type { ServerEntries, TestGateway } from '../gateway.js';

/** Replaces the operator's file, which the gateway reads at once and not only when it looks at it next. */
export function replaceOperatorFile(gateway: TestGateway, content: object | string): void {
  gateway.writeMcpConfig(content);
  gateway.app.get(OperatorServers, { strict: false }).reload();
}

/** Adds servers to the operator's file of a gateway that tests share, until they are closed. */
export function declareServers(gateway: TestGateway, servers: ServerEntries): { close(): Promise<void> } {
  replaceServers(gateway, (declared) => ({ ...declared, ...servers }));
  return {
    close: () => {
      replaceServers(gateway, (declared) =>
        Object.fromEntries(Object.entries(declared).filter(([name]) => !Object.hasOwn(servers, name))),
      );
      return Promise.resolve();
    },
  };
}

/** Declares one server until `open` closes it. Returns its name, which is unique unless the test gives one. */
export async function publish(
  open: Keeper,
  gateway: TestGateway,
  entry: object,
  name = `s-${randomBytes(4).toString('hex')}`,
): Promise<string> {
  await open(declareServers(gateway, { [name]: entry }));
  return name;
}

function replaceServers(gateway: TestGateway, change: (declared: ServerEntries) => ServerEntries): void {
  const path = gateway.state.folder.file('mcp.json');
  const content = JSON.parse(readFileSync(path, 'utf8')) as { readonly mcpServers?: ServerEntries };
  replaceOperatorFile(gateway, { ...content, mcpServers: change(content.mcpServers ?? {}) });
}
