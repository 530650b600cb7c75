import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { closeAfterEach } from '../support/closing.js';
import { freePort } from '../support/collectors/free-port.js';
import { builtMain, spawnGateway } from '../support/processes/gateway-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const open = closeAfterEach();

interface CommandBlock {
  readonly page: string;
  readonly line: number;
  readonly commands: string;
  /** Why the tests cannot run it, as `<!-- not run: reason -->` above the block says. */
  readonly notRun: string | undefined;
}

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((path) => path.endsWith('.md'));
const blocks = pages.flatMap(commandBlocks);

function commandBlocks(page: string): CommandBlock[] {
  const text = readFileSync(page, 'utf8');
  const fence =
    /(?:<!-- not run: (?<reason>[^\n]+?) -->\s*)?^ *```(?:sh|bash|console|shell)\n(?<commands>[\s\S]*?)^ *```$/gm;
  return [...text.matchAll(fence)].map(({ index, groups }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    commands: groups?.['commands'] ?? '',
    notRun: groups?.['reason'],
  }));
}

describe('Commands of the documentation', () => {
  it.each(pages.filter((page) => blocks.some((block) => block.page === page && block.notRun === undefined)))(
    '[docs-commands] run as they stand, in the order of the page: %s',
    async (page) => {
      const home = temporaryFolder();
      const gateway = await spawnGateway({
        env: { BOOTSTRAP_TOKEN: undefined, MCP_CONFIG: join(process.cwd(), 'mcp.json') },
      });
      await open({
        close: async () => {
          await gateway.stop();
          home.remove();
        },
      });
      await gateway.ready();
      const [key = ''] = /gtu_[0-9A-Za-z]{38}/.exec(gateway.output) ?? [];
      expect(key).not.toBe('');
      const port = String(await freePort());
      const script = blocks
        .filter((block) => block.page === page && block.notRun === undefined)
        .map(({ commands }) => asIfByHand(commands, gateway.client.url, key, port))
        .join('\n');
      const command = join(dirname(await builtMain()), 'cli/main.js');
      const output = execFileSync(
        'sh',
        [
          '-e',
          '-c',
          `npx() { shift; node ${command} "$@"; }\ncurl() { command curl --fail-with-body "$@"; }\n${script}`,
        ],
        {
          encoding: 'utf8',
          env: {
            PATH: process.env['PATH'],
            HOME: home.path,
            GANTRY_URL: gateway.client.url,
            GANTRY_TOKEN: key,
            PORT: port,
          },
        },
      );
      expect(output).not.toMatch(/"isError": ?true|"status": ?"failed"/);
    },
  );

  it('[docs-commands] say so and why where they cannot be run', () => {
    expect(blocks.length).toBeGreaterThan(10);
    expect(blocks.filter(({ notRun }) => notRun !== undefined && notRun.length < 10)).toEqual([]);
  });
});

/** What a reader puts in: the address and key of their own gateway, and a port that a sample has for itself. */
function asIfByHand(commands: string, url: string, key: string, port: string): string {
  return commands
    .replaceAll('http://127.0.0.1:3000', url)
    .replaceAll('http://127.0.0.1:4010', `http://127.0.0.1:${port}`)
    .replaceAll('gtu_…', key);
}
