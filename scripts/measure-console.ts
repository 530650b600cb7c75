// How quick the console is at a gateway with 200 servers, 5,000 tools and 10,000 calls: first paint, changes of page, and how much of a long list
// is drawn. Wants Chromium. `npm run bench:console`; `--calls 1000` for a first look.
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/support/browser/browser.js';
import { settled, signInAt } from '../test/support/console.js';
import { forecast } from '../test/support/console-stage.js';
import { startGateway, type TestGateway } from '../test/support/gateway.js';
import { setUpOperator } from '../test/support/people.js';
import { ScriptedHttp, tool } from '../test/support/upstreams/scripted-http.js';
import { waitFor } from '../test/support/wait-for.js';
import { bundleConsole } from './build-console.mjs';

const { values } = parseArgs({ options: { calls: { type: 'string', default: '10000' } } });
const servers = 200;
const toolsEach = 25;
const rounds = 7;

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

async function filled(): Promise<TestGateway> {
  const tools = Array.from({ length: toolsEach }, (_, index) =>
    tool(`tool-${String(index)}`, forecast.run, { description: `Does the thing number ${String(index)}.` }),
  );
  const upstream = await ScriptedHttp.start(tools);
  const names = Array.from({ length: servers }, (_, index) => `s${String(index)}`);
  const gateway = await startGateway({
    mcpServers: Object.fromEntries(names.map((name) => [name, { url: upstream.url }])),
  });
  await setUpOperator(gateway);
  for (const name of names) await gateway.json(`/api/servers/${name}/mcp/tools`);
  const wanted = Number(values.calls);
  for (let done = 0; done < wanted; done += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        gateway.json(`/api/servers/s${String(index)}/mcp/call`, {
          body: { name: 'tool-1', arguments: { city: 'x' } },
        }),
      ),
    );
  await waitFor('the calls', async () => (await gateway.json('/api/calls')).status === 200);
  return gateway;
}

/** From the request for the page to the first text, in a browser that has nothing of it yet, ms. */
async function firstPaint(browser: Browser, gateway: TestGateway, state: string): Promise<number> {
  const context = await browser.newContext({ storageState: state });
  const page = await context.newPage();
  await page.goto(`${gateway.url}/console/servers`);
  await settled(page);
  const ms = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
  );
  await context.close();
  return ms;
}

/** From a click in the navigation to the page with its first data, drawn, ms. */
function change(page: Page, name: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const link = [...document.querySelectorAll('nav[aria-label="Main"] a')].find((a) => a.textContent.startsWith('${name}'));
    const start = performance.now();
    link.click();
    const look = () => {
      const main = document.querySelector('main[aria-busy="false"]');
      const heading = main?.querySelector('h1')?.textContent ?? '';
      const isThere = heading === '${name}' || ('${name}' === 'Connect' && heading === 'Connect a client');
      if (isThere) resolve(performance.now() - start);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);
}

await bundleConsole();
const browser = await launchBrowser();
if (browser === undefined) throw new Error('This wants Chromium.');
const gateway = await filled();
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signInAt(page, gateway);
  const state = `${gateway.state.folder.path}/browser.json`;
  await context.storageState({ path: state });
  const paints: number[] = [];
  for (let round = 0; round < rounds; round++) paints.push(await firstPaint(browser, gateway, state));
  console.log(
    `first paint: ${median(paints).toFixed(0)} ms (${paints.map((ms) => ms.toFixed(0)).join(', ')})`,
  );
  for (const name of ['Apps', 'Connect', 'Calls', 'Workflows', 'People', 'Settings', 'Servers']) {
    const changes: number[] = [];
    for (let round = 0; round < rounds; round++) {
      changes.push(await change(page, name));
      await change(page, name === 'Servers' ? 'Apps' : 'Servers');
    }
    console.log(`to ${name}: ${median(changes).toFixed(0)} ms (first ${changes[0]?.toFixed(0) ?? ''} ms)`);
  }
  for (const path of ['/servers', '/calls']) {
    await page.goto(`${gateway.url}/console${path}`);
    await settled(page);
    await page.locator('tbody tr').first().waitFor();
    const rows = await page.locator('tbody tr').count();
    const said = await page.locator('table').getAttribute('aria-rowcount');
    console.log(`${path}: ${String(rows)} rows drawn of ${String(said)}`);
  }
} finally {
  await gateway.close();
  await browser.close();
}
process.exit(0);
