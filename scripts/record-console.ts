// Takes the pictures of the console for the README and the docs, of a gateway as it looks after some days (scene/scene.ts). Wants Chromium.
// `npm run docs:pictures`; a folder as argument gets every page in both themes, wide and as on a phone, and words after it choose some pages.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/support/browser/browser.js';
import { goTo, signInAt } from '../test/support/console.js';
import { bundleConsole } from './build-console.mjs';
import { startScene, type Scene } from './scene/scene.js';
import { smallPng } from './small-png.js';

interface Shot {
  readonly path: string;
  readonly picture: string;
  /** What is done on the page before the picture is taken. */
  readonly then?: (page: Page) => Promise<void>;
}

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click();
};

const shotsOf = ({ waitingRun, failedRun, call }: Scene): readonly Shot[] => [
  { path: '/servers', picture: 'servers' },
  { path: '/servers?q=zzz', picture: 'servers-none' },
  { path: '/servers/new', picture: 'add-server' },
  {
    path: '/servers/new',
    picture: 'add-server-failed',
    then: async (page) => {
      await page.getByRole('textbox', { name: 'Address or command' }).fill('http://127.0.0.1:9/mcp');
      await press('Test')(page);
      await page.getByRole('alert').waitFor();
    },
  },
  { path: '/servers/github/tools', picture: 'tools' },
  {
    path: '/servers/github/tools/search_issues',
    picture: 'tool',
    then: async (page) => {
      await page.getByRole('textbox', { name: 'Query' }).fill('checkout label:bug');
      await press('Run')(page);
      await page.getByRole('region', { name: 'Result' }).waitFor();
    },
  },
  { path: '/servers/github/tools/search_issues', picture: 'tool-fault', then: press('Run') },
  { path: '/servers/support.github/tools/create_issue', picture: 'tool-changed' },
  { path: '/servers/github/resources?uri=note://readme', picture: 'resources' },
  { path: '/servers/github/prompts', picture: 'prompts' },
  { path: '/servers/github/prompts/review', picture: 'prompt' },
  { path: '/servers/github/log', picture: 'log' },
  { path: '/servers/github/settings', picture: 'server-settings' },
  { path: '/servers/orders/tools', picture: 'server-failed' },
  { path: '/apps', picture: 'apps' },
  { path: '/apps/new', picture: 'new-app' },
  { path: '/apps/support/config', picture: 'config' },
  { path: '/apps/support/secrets', picture: 'secrets' },
  { path: '/apps/support/keys', picture: 'keys' },
  { path: '/apps/support/keys', picture: 'new-key', then: press('New key') },
  { path: '/apps/support/versions', picture: 'versions' },
  { path: '/connect?client=cursor&to=app:support', picture: 'connect' },
  { path: '/connect?client=curl&to=app:support', picture: 'connect-curl' },
  { path: '/calls', picture: 'calls' },
  { path: `/calls/${call}`, picture: 'call' },
  { path: '/approvals', picture: 'approvals' },
  { path: '/workflows', picture: 'workflows' },
  { path: '/workflows/support/refund', picture: 'workflow' },
  { path: `/workflows/support/runs/${waitingRun}`, picture: 'run-waiting' },
  { path: `/workflows/support/runs/${failedRun}`, picture: 'run-failed' },
  {
    path: '/chat?to=server:github',
    picture: 'chat',
    then: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('Which bugs of the checkout are open?');
      await press('Send')(page);
      await page.getByText('a wish: taxes per line').last().waitFor();
    },
  },
  { path: '/people', picture: 'people' },
  { path: '/people', picture: 'invite', then: press('Invite') },
  {
    path: '/people',
    picture: 'remove',
    then: async (page) => {
      await press('Remove')(page);
    },
  },
  { path: '/people/programs', picture: 'programs' },
  { path: '/people/audit', picture: 'audit' },
  { path: '/settings', picture: 'settings' },
  { path: '/doctor', picture: 'doctor' },
  { path: '/nowhere', picture: 'not-found' },
  {
    path: '/servers',
    picture: 'go-to',
    then: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('issue');
      await page.getByRole('option').nth(1).waitFor();
    },
  },
  {
    path: '/servers',
    picture: 'menu',
    then: async (page) => {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
      else await page.getByRole('button', { name: /^Account/ }).click();
    },
  },
];

/** What the README and the docs show. */
const published = ['servers', 'tool', 'workflow', 'connect', 'calls'];

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 375, height: 740 } } as const;

const longest = 1500;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly size: keyof typeof sizes;
  /** All of the page, not what fits into the window. */
  readonly isWhole: boolean;
}

/** As much of a long page as can be looked at. */
async function whole(page: Page): Promise<{ readonly fullPage: true; readonly clip: Box }> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  const { width = 0 } = page.viewportSize() ?? {};
  return { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, longest) } };
}

async function take(
  browser: Browser,
  scene: Scene,
  { colorScheme, size, isWhole }: Look,
  wanted: readonly Shot[],
  nameOf: (shot: Shot) => string,
): Promise<void> {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme,
    deviceScaleFactor: isWhole ? 1 : 1.5,
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.log(`${page.url()}: ${message.text()}`);
  });
  await signInAt(page, scene.gateway);
  for (const shot of wanted) {
    try {
      await goTo(page, scene.gateway, shot.path);
      await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined);
      await shot.then?.(page);
      await page.waitForTimeout(150);
      const taken = await page.screenshot(isWhole ? await whole(page) : {});
      writeFileSync(nameOf(shot), isWhole ? taken : smallPng(taken));
      console.log(nameOf(shot));
    } catch (error) {
      console.log(`${shot.picture}: ${error instanceof Error ? error.message.slice(0, 300) : ''}`);
    }
  }
  await context.close();
}

const [folder, ...names] = process.argv.slice(2);
await bundleConsole();
const browser = await launchBrowser();
if (browser === undefined) throw new Error('Pictures want Chromium.');
const scene = await startScene();
const shots = shotsOf(scene);
try {
  if (folder === undefined) {
    const wanted = shots.filter(({ picture }) => published.includes(picture));
    const nameOf = ({ picture }: Shot): string => `docs/images/console-${picture}.png`;
    await take(browser, scene, { colorScheme: 'light', size: 'wide', isWhole: false }, wanted, nameOf);
  } else {
    mkdirSync(folder, { recursive: true });
    const wanted = shots.filter(({ picture }) => names.length === 0 || names.includes(picture));
    for (const colorScheme of ['light', 'dark'] as const)
      for (const size of ['wide', 'phone'] as const)
        await take(browser, scene, { colorScheme, size, isWhole: true }, wanted, ({ picture }) =>
          join(folder, `${picture}-${colorScheme}-${size}.png`),
        );
  }
} finally {
  await scene.gateway.close();
  await browser.close();
}
process.exit(0);
