import { closeAfterAll } from '../../support/closing.js';
import { browserTests, headingOf, leadingOn, picture } from '../../support/browser/browser-tests.js';
import { startGateway } from '../../support/gateway.js';
import { operator, setUpOperator } from '../../support/people.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { npmStdio } from '../../support/upstreams/npm-servers.js';
import { McpRemote } from './mcp-remote.js';

const open = closeAfterAll();
const inBrowser = browserTests(async () => {
  const gateway = await open(startGateway({ mcpServers: { desk: npmStdio.everything() } }));
  await setUpOperator(gateway);
  return gateway;
});

describe('mcp-remote and a person with a browser', () => {
  it(
    '[flow-browser] a person signs in, reads the consent page and authorizes mcp-remote, which then calls a tool',
    inBrowser(async ({ gateway, page, complaints }) => {
      const folder = temporaryFolder();
      await open({
        close: () => {
          folder.remove();
          return Promise.resolve();
        },
      });
      const program = await open(
        McpRemote.start(new URL(`${gateway.url}/api/servers/desk/mcp`), folder.path),
      );
      await page.goto((await program.asked()).href);
      await page.fill('input[name=email]', operator.email);
      await page.fill('input[name=password]', operator.password);
      await leadingOn(page, () => page.press('input[name=password]', 'Enter'));
      expect(await headingOf(page)).toContain('MCP CLI Proxy');
      expect(await page.locator('main').innerText()).toContain('this computer');
      expect(complaints).toEqual([]);
      await picture(page, 'oauth-consent');
      await leadingOn(page, () => page.click('button[value=approve]'));
      expect(new URL(page.url()).hostname).toBe('localhost');
      await program.ready();
      expect(await program.call('echo', { message: 'from a desk' })).toContain('Echo: from a desk');
    }),
  );
});
