import type { Page } from 'playwright-core';
import { browserTests, headingOf, leadingOn, picture } from '../../../support/browser/browser-tests.js';
import { closeAfterAll } from '../../../support/closing.js';
import { whoIs } from '../../../support/connecting.js';
import { focused, lowBorders, lowContrasts, measure } from '../../../support/browser/page-checks.js';
import { startGateway } from '../../../support/gateway.js';
import { signedInPerson } from '../../../support/people.js';
import { GuardedHttp } from '../../../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../../../support/upstreams/scripted-issuer.js';

const open = closeAfterAll();
const inBrowser = browserTests(async () => {
  const issuer = await open(ScriptedIssuer.start());
  const { url } = await open(GuardedHttp.guard(issuer));
  const auth = { type: 'oauth', for: 'user', issuer: issuer.issuer, scopes: ['read', 'issues:write'] };
  return open(startGateway({ mcpServers: { notes: { url, auth } } }));
});

/** Moves the focus by the keyboard alone. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let steps = 0; steps < 20 && !(await focused(page)).startsWith(label); steps++)
    await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(new RegExp(`^${label}[^:]*(:\\d+)?: solid 2px`));
}

it.each([
  ['light', 1280],
  ['dark', 375],
] as const)(
  '[connect-look] in the %s theme, %d px wide, a person connects a server by keyboard and without JavaScript, tries it and ends it',
  async (colorScheme, width) => {
    await inBrowser(
      async ({ gateway, page, complaints }) => {
        const fits = async (name: string) => {
          await picture(page, `${name}-${colorScheme}-${String(width)}`);
          expect(await measure(page)).toEqual({ width, small: 0 });
          expect([await lowContrasts(page), await lowBorders(page)]).toEqual([[], []]);
          const heights = await page
            .locator('.actions button')
            .evaluateAll((all) => all.map((it) => it.clientHeight));
          // Two lines at most: nothing is broken within a word.
          expect(Math.max(0, ...heights)).toBeLessThan(80);
        };
        const person = await signedInPerson(gateway, colorScheme);
        await page.goto(`${gateway.url}/connect/notes`);
        await page.fill('#email', person.email);
        await page.fill('#password', person.password);
        await leadingOn(page, () => page.keyboard.press('Enter'));
        expect(await headingOf(page)).toBe('Connect notes?');
        expect(await page.locator('dl').innerText()).toMatch(/Asked for\s+read, issues:write/);
        await fits('connect');
        await tabTo(page, 'Go on to');
        // To another site and back: the browser holds every redirect against the page's rules for forms.
        await leadingOn(page, () => page.keyboard.press('Enter'));
        expect([await headingOf(page), new URL(page.url()).origin]).toEqual([
          'notes is connected',
          gateway.url,
        ]);
        await fits('connected');
        await tabTo(page, 'Test');
        await leadingOn(page, () => page.keyboard.press('Enter'));
        expect(await page.locator('[role="status"]').innerText()).toBe('The test went well: 1 tool.');
        await fits('tested');
        await page.goto(`${gateway.url}/connections`);
        expect(await page.locator('dl').innerText()).toMatch(/Of\s+you alone[^]*State\s+it works/);
        await fits('connections');
        await leadingOn(page, () => page.click('h2 a'));
        await tabTo(page, 'Disconnect');
        await leadingOn(page, () => page.keyboard.press('Enter'));
        expect(await headingOf(page)).toBe('Connect notes?');
        expect(await whoIs(person.client, 'notes')).toBe('upstream-auth-required');
        await page.goto(`${gateway.url}/connections`);
        await fits('connections-none');
        expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
      },
      { colorScheme, javaScriptEnabled: false, viewport: { width, height: 900 } },
    )();
  },
);
