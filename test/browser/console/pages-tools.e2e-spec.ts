import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { browserTests } from '../../support/browser/browser-tests.js';
import type { PageVisitor } from '../../support/clients/page-visitor.js';
import { closeAfterAll } from '../../support/closing.js';
import { goTo, heading, openConsole, settled } from '../../support/console.js';
import { forecast, untilServed } from '../../support/console-stage.js';
import { startGateway } from '../../support/gateway.js';
import { setUpOperator, signedInPerson } from '../../support/people.js';
import { GuardedHttp } from '../../support/upstreams/guarded-http.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { ScriptedIssuer } from '../../support/upstreams/scripted-issuer.js';
import { waitFor } from '../../support/wait-for.js';

const every = tool(
  'every',
  (exchange) => {
    exchange.result({ content: [], structuredContent: exchange.args });
  },
  {
    title: 'Every kind',
    inputSchema: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', title: 'Full name', description: 'Who' },
        count: { type: 'integer', title: 'Count', default: 2 },
        agree: { type: 'boolean', title: 'Agree' },
        colour: { enum: ['red', 'green'], title: 'Colour' },
        tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
        where: { type: 'object', title: 'Where', properties: { city: { type: 'string', title: 'City' } } },
      },
    },
  },
);

const slow = tool('slow', (exchange) => {
  exchange.openStream().notify('notifications/progress', {
    progressToken: exchange.progressToken,
    progress: 3,
    total: 10,
    message: 'three of ten',
  });
});

const failing = tool('failing', (exchange) => {
  exchange.result({ isError: true, content: [{ type: 'text', text: 'no such city' }] });
});

const script = '<script>window.caught = true</script><img src="x" onerror="window.caught = true">';
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const hostile = tool(
  'hostile',
  (exchange) => {
    exchange.result({
      content: [
        { type: 'text', text: script },
        { type: 'image', data: pixel, mimeType: 'image/png' },
        { type: 'image', data: btoa('<svg xmlns="http://www.w3.org/2000/svg"/>'), mimeType: 'image/svg+xml' },
        { type: 'resource_link', uri: 'javascript:window.caught=true', name: 'press me' },
        { type: 'resource_link', uri: 'https://example.com/report', name: 'the report' },
        { type: 'resource', resource: { uri: 'note://page', mimeType: 'text/html', text: script } },
      ],
    });
  },
  { title: `<b>Bold</b>\u202Eesrever`, description: `${script} ${'word '.repeat(20_000)}` },
);

const open = closeAfterAll();
let ana: PageVisitor;
let upstream: ScriptedHttp;
/** The servers `rich`, `hostile`, and `notes`, which wants people to sign in. */
const inBrowser = browserTests(async () => {
  upstream = await open(ScriptedHttp.start([every, slow, failing, forecast]));
  const { url: hostileUrl } = await open(ScriptedHttp.start([hostile]));
  const issuer = await open(ScriptedIssuer.start());
  const { url: guardedUrl } = await open(GuardedHttp.guard(issuer));
  const auth = { type: 'oauth', for: 'user', issuer: issuer.issuer };
  const mcpServers = {
    rich: { url: upstream.url },
    hostile: { url: hostileUrl },
    notes: { url: guardedUrl, auth },
  };
  const gateway = await open(startGateway({ mcpServers }));
  ana = await setUpOperator(gateway);
  for (const server of ['rich', 'hostile']) await untilServed(gateway, server);
  return gateway;
});
const wide = { viewport: { width: 1280, height: 800 } };

describe('Tools in the console', () => {
  it(
    '[console-run] are run from a form, say how far they are, can be cancelled, and tell their own error',
    inBrowser(async ({ gateway, page }) => {
      await openConsole(page, gateway, ana, '/servers/rich/tools/every');
      const result = page.getByRole('region', { name: 'Result' });
      const run = page.getByRole('button', { name: 'Run' });
      await run.click();
      const name = page.getByRole('textbox', { name: 'Full name' });
      expect(await name.getAttribute('aria-invalid')).toBe('true');
      await name.fill('Ann');
      await page.getByRole('checkbox', { name: 'Agree' }).check();
      await page.getByRole('combobox', { name: 'Colour' }).selectOption('green');
      const tags = page.getByRole('group', { name: 'Tags' });
      await tags.getByRole('button', { name: 'Add' }).click();
      await tags.getByRole('textbox').fill('new');
      await page.getByRole('group', { name: 'Where' }).getByRole('textbox', { name: 'City' }).fill('Rome');
      await run.click();
      expect(JSON.parse(await result.locator('pre').innerText())).toEqual({
        ...{ name: 'Ann', count: 2, agree: true, colour: 'green', tags: ['new'], where: { city: 'Rome' } },
      });

      // What stands in a form is there again.
      await goInside('slow');
      await page.goBack();
      await page.goBack();
      await heading(page, 'Every kind').waitFor();
      expect(await name.inputValue()).toBe('Ann');

      await goInside('slow');
      await run.click();
      await page.locator('progress[value="3"][max="10"]').waitFor();
      expect(await page.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('three of ten');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      await waitFor('the server to hear it', () => upstream.of('notifications/cancelled').length > 0);

      await goInside('failing');
      await run.click();
      await page.getByRole('alert').getByText('The tool reported an error').waitFor();
      expect(await result.innerText()).toContain('no such city');

      async function goInside(tool: string): Promise<void> {
        await page.getByRole('link', { name: 'Tools' }).first().click();
        await page.getByRole('list', { name: 'Tools' }).getByRole('link', { name: tool }).click();
        await heading(page, tool).waitFor();
      }
    }, wide),
  );

  it(
    '[console-hostile] never run, show or link what a hostile server sends',
    inBrowser(async ({ gateway, page, complaints }) => {
      await openConsole(page, gateway, ana, '/servers/hostile/tools');
      await page.getByRole('list', { name: 'Tools' }).getByRole('link').click();
      await heading(page, '<b>Bold</b>⟨U+202E⟩esrever').waitFor();
      await page.getByRole('button', { name: 'Run' }).click();
      const result = page.getByRole('region', { name: 'Result' });
      await result.getByText(script).first().waitFor();
      expect(await result.getByRole('img').count()).toBe(1);
      expect(await result.getByRole('link').allInnerTexts()).toEqual(['the report']);
      expect(await page.evaluate('window.caught')).toBeUndefined();
      expect(complaints).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
    }, wide),
  );

  it(
    '[console-sign-in-there] of a server that wants people to sign in come with the connection made from its row',
    inBrowser(async ({ gateway, page }) => {
      await openConsole(page, gateway, ana);
      const row = page.getByRole('table', { name: 'Servers' }).getByRole('row').filter({ hasText: 'notes' });
      await row.getByText('Wants sign-in').waitFor();
      await row.getByRole('link', { name: 'Connect' }).click();
      await page.getByRole('button', { name: /^Go on to/ }).click();
      await page.waitForURL(`${gateway.url}/console/servers`);
      await settled(page);
      await row.getByText('Ready').waitFor();
    }, wide),
  );

  it(
    '[console-key-for-server] are called with a key that is made for their server alone',
    inBrowser(async ({ gateway, page }) => {
      const { browser } = await signedInPerson(gateway, 'key-maker');
      await openConsole(page, gateway, browser, '/connect?client=curl&to=server:rich');
      await page.getByRole('button', { name: 'Make a key' }).click();
      const [key = ''] =
        /gta_\w+/.exec(await page.locator('li code').filter({ hasText: 'gta_' }).innerText()) ?? [];
      await page.waitForURL(/to=app:rich/);
      const { status } = await fetch(`${gateway.url}/api/sdk/tools/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'rich__forecast', arguments: { city: 'Oslo' } }),
      });
      expect(status).toBe(200);
      await page.getByRole('status').filter({ hasText: 'First call seen: forecast' }).waitFor();
    }, wide),
  );

  it(
    '[console-once] a button that is pressed twice acts once',
    inBrowser(async ({ gateway, page }) => {
      const { browser, client } = await signedInPerson(gateway, 'presser');
      const before = upstream.executions('forecast');
      await openConsole(page, gateway, browser, '/servers/rich/tools/forecast');
      await page.getByRole('textbox', { name: 'City' }).fill('Rome');
      await page.getByRole('button', { name: 'Run' }).dblclick();
      await page.getByRole('region', { name: 'Result' }).getByText('sunny in Rome').waitFor();
      expect(upstream.executions('forecast')).toBe(before + 1);
      await goTo(page, gateway, '/apps/new');
      await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
      await page.getByRole('button', { name: 'Create' }).dblclick();
      await heading(page, 'Shop').waitFor();
      expect((await client.json('/api/cli/apps')).body['apps']).toHaveLength(1);
    }, wide),
  );

  it(
    '[console-commands] the commands of a page run in a shell as they stand',
    inBrowser(async ({ gateway, page }) => {
      await openConsole(page, gateway, ana, '/servers/rich/tools/forecast');
      await page.getByRole('textbox', { name: 'City' }).fill(`Rome's "old" $HOME`);
      const [gantry = '', curl = ''] = await page
        .getByRole('region', { name: 'Command' })
        .locator('code')
        .allInnerTexts();
      const env = { ...process.env, GANTRY_TOKEN: gateway.state.token };
      const answer = await promisify(execFile)('bash', ['-c', curl], { env });
      expect(answer.stdout).toContain(JSON.stringify(`sunny in Rome's "old" $HOME`).slice(1, -1));
      // As a shell hands it to the command.
      const words = await promisify(execFile)('bash', ['-c', `printf '%s\\n' ${gantry}`], { env });
      expect(words.stdout.trimEnd().split('\n')).toEqual([
        ...['gantry', 'call', 'forecast', JSON.stringify({ city: `Rome's "old" $HOME`, days: 3 })],
        ...['--server', 'rich', '--url', gateway.url],
      ]);
    }, wide),
  );

  it(
    '[console-usage] shows usage over time by server, tool, app and person, and keeps the choice in the address',
    inBrowser(async ({ gateway, page, complaints }) => {
      const { browser, client } = await signedInPerson(gateway, 'caller');
      await openConsole(page, gateway, browser, '/calls');
      await page.getByRole('link', { name: 'Usage' }).click();
      await settled(page);
      await page.getByText('Nothing was called in this time').waitFor();
      for (const city of ['Rome', 'Oslo']) await client.call('rich', 'forecast', { city });
      await client.call('rich', 'missing');
      await waitFor('the calls to be counted', async () => {
        const { body } = await client.json('/api/usage?by=server');
        return (body['rows'] as { calls: number }[]).some(({ calls }) => calls >= 2);
      });
      await page.reload();
      const table = page.getByRole('table', { name: 'Usage' });
      await table.getByRole('cell', { name: 'rich', exact: true }).waitFor();
      await page.getByRole('img', { name: /^Calls by day: \d in 30 days/ }).waitFor();
      await page.getByLabel('By', { exact: true }).selectOption({ label: 'Tool' });
      await table.getByRole('cell', { name: 'rich__forecast' }).waitFor();
      expect(new URL(page.url()).search).toBe('?by=tool');
      await page.getByLabel('Time', { exact: true }).selectOption({ label: '7 days' });
      await page.getByRole('img', { name: /in 7 days/ }).waitFor();
      await goTo(page, gateway, '/calls/usage?by=user');
      await table.getByRole('columnheader', { name: 'Person' }).waitFor();
      await page.goBack();
      await table.getByRole('columnheader', { name: 'Tool' }).waitFor();
      expect(complaints).toEqual([]);
    }, wide),
  );
});
