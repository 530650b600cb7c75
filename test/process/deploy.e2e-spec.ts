import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { closeAfterAll } from '../support/closing.js';
import { startGateway } from '../support/gateway.js';

type Json = Record<string, unknown>;

const open = closeAfterAll();
const read = (path: string): string => readFileSync(path, 'utf8');

describe('What Gantry is deployed with', () => {
  it('[deploy-servers] begins with servers that answer', async () => {
    const { mcpServers } = JSON.parse(read('deploy/servers/mcp.json')) as {
      mcpServers: Record<string, Json>;
    };
    const here = Object.entries(mcpServers).map(([name, entry]) => [name, { ...entry, cwd: process.cwd() }]);
    const gateway = await open(startGateway({ mcpServers: Object.fromEntries(here) as Json }));
    for (const name of Object.keys(mcpServers))
      expect((await gateway.json(`/api/servers/${name}/mcp/tools`)).status).toBe(200);
  });

  it('[deploy-image] is healthy by a command that runs', async () => {
    const [, check = ''] =
      /^HEALTHCHECK[^[]*(\[.*\])$/m.exec(read('Dockerfile').replaceAll('\\\n', '')) ?? [];
    const [, ...command] = JSON.parse(check) as string[];
    const run = promisify(execFile)(process.execPath, command, { env: { PORT: '1' } });
    await expect(run).rejects.toMatchObject({ code: 1 });
  });
});
