import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserTests, headingOf, leadingOn, picture } from '../../support/browser/browser-tests.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { OAuthProgram, pkce, tokensOf } from '../../support/oauth/oauth-flow.js';
import { focused, lowBorders, lowContrasts, measure } from '../../support/browser/page-checks.js';
import { signedInPerson } from '../../support/people.js';
import { GuardedHttp } from '../../support/upstreams/guarded-http.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { ScriptedIssuer } from '../../support/upstreams/scripted-issuer.js';

const open = closeAfterAll();
const inBrowser = browserTests(async () => open(startGateway({ mcpServers: await servers() })));

/** A program on this computer that waits for the redirect to its callback address. */
async function waitingProgram(): Promise<{ readonly address: string; readonly answers: string[] }> {
  const answers: string[] = [];
  const server = createServer((req, res) => {
    answers.push(req.url ?? '');
    res.end('<h1>You can close this page</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await open({ close: async () => void server.close() });
  return { address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/callback`, answers };
}

/** Server entries. `notes` requires OAuth. */
async function servers(): Promise<Record<string, object>> {
  const { url } = await open(ScriptedHttp.start([]));
  const issuer = await open(ScriptedIssuer.start());
  const { url: guarded } = await open(GuardedHttp.guard(issuer));
  const notes = { url: guarded, auth: { type: 'oauth', for: 'user', issuer: issuer.issuer } };
  return { desk: { url }, 'github-issues': { url }, notes, wiki: { url } };
}

it.each([
  ['light', 1280],
  ['dark', 375],
] as const)(
  '[oauth-consent-look] [connect-consent] in the %s theme, %d px wide, a person lets a program in without JavaScript and sees it among the programs',
  async (colorScheme, width) => {
    await inBrowser(
      async ({ gateway, page, complaints }) => {
        const person = await signedInPerson(gateway, colorScheme);
        const app = {
          name: 'Shop of the south',
          slug: 'shop',
          config: { mcpServers: { desk: { use: 'desk' } } },
        };
        await person.client.json('/api/cli/apps', { body: app });
        const { address, answers } = await waitingProgram();
        const program = await OAuthProgram.register(gateway, { client_name: 'Claude Code' }, address);
        const { verifier, challenge } = pkce();
        const path = program.path(challenge, { scope: 'tools:read tools:call' });
        await page.goto(gateway.url + path);
        await page.fill('#email', person.email);
        await page.fill('#password', person.password);
        await leadingOn(page, () => page.click('button.main'));
        expect(await headingOf(page)).toBe('Let Claude Code in?');
        await picture(page, `consent-${colorScheme}-${String(width)}`);
        expect(await measure(page)).toEqual({ width, small: 0 });
        expect([await lowContrasts(page), await lowBorders(page)]).toEqual([[], []]);
        await leadingOn(page, () => page.click('text="Connect notes"'));
        await leadingOn(page, () => page.click('button.main'));
        expect(await headingOf(page)).toBe('Let Claude Code in?');
        expect(await page.locator('text="Connect notes"').count()).toBe(0);
        await page.uncheck('input[value="wiki"]');
        await page.locator('input[value="wiki"]').focus();
        for (let steps = 0; steps < 20 && !(await focused(page)).startsWith('Approve'); steps++)
          await page.keyboard.press('Tab');
        expect(await focused(page)).toMatch(/^Approve: solid 2px/);
        await leadingOn(page, () => page.keyboard.press('Enter'));
        expect(await headingOf(page)).toBe('You can close this page');
        const code = new URL(answers[0] ?? '', address).searchParams.get('code') ?? '';
        tokensOf(await program.exchange(code, verifier));
        await page.goto(`${gateway.url}/programs`);
        expect(await page.locator('h2').innerText()).toBe('Claude Code');
        expect(await page.locator('dl').innerText()).not.toContain('wiki');
        await picture(page, `programs-${colorScheme}-${String(width)}`);
        expect(await measure(page)).toEqual({ width, small: 0 });
        expect([await lowContrasts(page), await lowBorders(page)]).toEqual([[], []]);
        await leadingOn(page, () => page.click('text="Take back"'));
        expect(await page.locator('h2').count()).toBe(0);
        expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
      },
      { colorScheme, javaScriptEnabled: false, viewport: { width, height: 900 } },
    )();
  },
);
