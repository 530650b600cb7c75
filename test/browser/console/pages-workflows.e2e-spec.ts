import type { Page } from 'playwright-core';
import { browserTests, picture } from '../../support/browser/browser-tests.js';
import { closeAfterAll } from '../../support/closing.js';
import { axeFaults, goTo, heading, openConsole, settled } from '../../support/console.js';
import { patience, untilServed } from '../../support/console-stage.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { signedInPerson } from '../../support/people.js';
import { answers, text } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';
import { call, doing } from '../../support/workflows/workflow-app.js';

const orders = doing(
  [
    { find: call('echo', { order: '${ $workflow.input.order }' }) },
    {
      each: {
        for: { each: 'item', in: '${ ["a", "b"] }' },
        do: [{ pack: call('packs', { item: '${ $item }' }) }],
      },
    },
    { last: { set: { sent: '${ $steps.find.order }' } } },
  ],
  {
    schedule: { cron: '0 3 1 1 *' },
    input: {
      schema: {
        document: {
          type: 'object',
          properties: { order: { type: 'string', title: 'Order' } },
        },
      },
    },
  },
);

const open = closeAfterAll();
let upstream: ScriptedHttp;
const inBrowser = browserTests(async () => {
  upstream = await open(ScriptedHttp.start([echo, tool('packs', answers(text('"packed"')))]));
  const gateway = await open(startGateway({ mcpServers: { one: { url: upstream.url } }, env: patience }));
  await untilServed(gateway, 'one');
  return gateway;
});
const wide = { viewport: { width: 1280, height: 900 } };

/** Opens the page of the workflow `orders` as the owner of a new account. */
async function openOrders(page: Page, gateway: TestGateway, name: string): Promise<void> {
  const { browser, client } = await signedInPerson(gateway, name);
  const config = { mcpServers: { one: { use: 'one' } }, workflows: { orders } };
  await client.newApp('Shop', config, { slug: 'shop' });
  await openConsole(page, gateway, browser, '/workflows/shop/orders');
}

describe('The page of a workflow', () => {
  it(
    '[console-workflow-try] tries it with answers that are written there, all of it or one step',
    inBrowser(async ({ gateway, page, complaints }) => {
      await openOrders(page, gateway, 'trier');
      const before = upstream.executed.length;
      await page.getByRole('textbox', { name: 'Order' }).fill('A-7');
      const mocks = { 'echo@one': { order: 'mocked' }, 'packs@one': ['first', 'second'] };
      await page.getByRole('textbox', { name: 'Answers of tools' }).fill(JSON.stringify(mocks));
      await page.getByRole('button', { name: 'Try it' }).click();
      const tried = page.getByRole('region', { name: 'Tried' });
      await tried.getByText('Completed').first().waitFor();
      await waitFor('five steps', async () => (await tried.getByRole('listitem').count()) === 5);
      await tried.getByText('"mocked"').first().waitFor();
      await picture(page, 'workflow-try');
      await page.getByLabel('Step', { exact: true }).selectOption('/do/1/each/do/0/pack');
      await page.getByRole('button', { name: 'Try it' }).click();
      await waitFor('one step', async () => (await tried.getByRole('listitem').count()) === 1);
      await page.getByRole('textbox', { name: 'Answers of tools' }).fill('{');
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByText('This is not JSON').waitFor();
      expect(upstream.executed).toHaveLength(before);
      expect(await axeFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
    }, wide),
  );

  it(
    '[console-run-again] shows what each step was given, and runs a run again from one of them with another input',
    inBrowser(async ({ gateway, page, complaints }) => {
      await openOrders(page, gateway, 'runner');
      await page.getByRole('textbox', { name: 'Order' }).fill('A-7');
      await page.getByRole('button', { name: 'Start' }).click();
      await heading(page, 'Run').waitFor();
      const timeline = page.getByRole('list', { name: 'Timeline' });
      const last = timeline.getByRole('listitem').filter({ hasText: 'last' });
      await last.getByText('"A-7"').waitFor();
      await timeline.getByRole('listitem').first().getByText('Arguments').waitFor();
      const graph = page.getByRole('img', { name: 'Graph' });
      expect(await graph.getAttribute('aria-description')).toContain('find (call echo@one, Completed)');
      await picture(page, 'workflow-run');
      expect(await axeFaults(page)).toEqual([]);
      const before = upstream.executed.length;
      await timeline.getByRole('button', { name: 'Run again from last' }).click();
      const dialog = page.getByRole('dialog', { name: 'Run again from last' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await timeline.getByRole('button', { name: 'Run again from find' }).click();
      const again = page.getByRole('dialog', { name: 'Run again from find' });
      await again.getByRole('textbox', { name: 'Input of the workflow' }).fill('{"order": "B-8"}');
      await picture(page, 'workflow-run-again');
      expect(await axeFaults(page)).toEqual([]);
      await again.getByRole('button', { name: 'Run again' }).click();
      await last.getByText('"B-8"').waitFor();
      expect(upstream.executed.slice(before)).toEqual(['echo', 'packs', 'packs']);
      expect(complaints).toEqual([]);
    }, wide),
  );

  it(
    '[console-workflow-begins] narrows its runs by the address, and has its schedule and webhooks by hand',
    inBrowser(async ({ gateway, page, complaints }) => {
      await openOrders(page, gateway, 'planner');
      await page.getByText('It has not run yet').waitFor();
      await page.getByRole('button', { name: 'Begin a run now' }).click();
      const runs = page.getByRole('table', { name: 'Runs' });
      await runs.getByText('its schedule').waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('Paused').waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.getByLabel('Begun by').selectOption({ label: 'a key' });
      await page.getByText('No run is like that').waitFor();
      await page.getByLabel('Begun by').selectOption({ label: 'its schedule' });
      await page.getByLabel('Since').fill('2020-01-01');
      await runs.getByText('its schedule').waitFor();
      expect(new URL(page.url()).search).toBe('?startedBy=schedule&since=2020-01-01');
      await page.reload();
      await settled(page);
      await runs.getByText('its schedule').waitFor();
      await page.getByRole('button', { name: 'New webhook' }).click();
      const dialog = page.getByRole('dialog', { name: 'New webhook' });
      await dialog.getByRole('button', { name: 'Create' }).click();
      const url = await dialog.locator('code').innerText();
      expect(url).toContain(`${gateway.url}/hooks/`);
      await dialog.getByRole('button', { name: 'Done' }).click();
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: 'C-9' }),
      });
      expect(response.status).toBe(202);
      await goTo(page, gateway, '/workflows/shop/orders?startedBy=webhook');
      await runs.getByText('a webhook').waitFor();
      await picture(page, 'workflow');
      expect(await axeFaults(page)).toEqual([]);
      const hooks = page.getByRole('table', { name: 'Webhooks' });
      await hooks.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await hooks.waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    }, wide),
  );
});
