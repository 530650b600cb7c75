import type { Page } from 'playwright-core';
import { FirstStart } from '../../src/accounts/joining/first-start.service.js';
import { browserTests, headingOf, leadingOn, picture } from '../support/clients/browser-tests.js';
import { closeAfterEach } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { focused, lowContrasts, measure } from '../support/page-checks.js';
import { begin, operator, poll, setUpOperator } from '../support/people.js';

const open = closeAfterEach();
const inBrowser = browserTests(open);
const device = { name: 'ana-mbp', os: 'macOS', version: '1.4.0' };
const login = { client_id: 'gantry-cli', scope: 'tools:read tools:call apps:read apps:write', device };

async function signIn(page: Page, gateway: TestGateway): Promise<void> {
  await page.goto(`${gateway.url}/login?next=/device`);
  await page.fill('#email', operator.email);
  await page.fill('#password', operator.password);
  await leadingOn(page, () => page.click('button.main'));
}

describe('In a real browser', () => {
  it(
    '[pages-without-script] a person comes from the setup link to an approved login without JavaScript',
    inBrowser(
      async ({ gateway, page, complaints }) => {
        await page.goto(gateway.app.get(FirstStart).takeBanner().setupUrl ?? '');
        await picture(page, 'setup');
        await page.fill('#email', operator.email);
        await page.fill('#name', operator.name);
        await page.fill('#password', operator.password);
        await leadingOn(page, () => page.click('text="Set up"'));
        expect(await headingOf(page)).toBe('You are all set');
        await picture(page, 'welcome');
        expect(await lowContrasts(page)).toEqual([]);
        await leadingOn(page, () => page.click('text="approve it"'));
        expect(await headingOf(page)).toBe('Which code does the terminal show?');
        await picture(page, 'device-code');
        const { deviceCode, userCode } = await begin(gateway, login);
        await page.fill('#user_code', userCode.toLowerCase());
        await leadingOn(page, () => page.click('text="Continue"'));
        expect(await page.locator('dl').innerText()).toMatch(
          /Program\s+gantry-cli 1\.4\.0\s+Computer\s+ana-mbp · macOS\s+Address\s+127\.0\.0\.1\s+Asked\s+just now\s+May\s+read and change apps, call tools/,
        );
        expect(await page.locator('code').innerText()).toBe(userCode);
        await leadingOn(page, () => page.click('text="Approve"'));
        expect(await headingOf(page)).toBe('Approved');
        await picture(page, 'device-approved');
        expect((await poll(gateway, deviceCode)).status).toBe(200);
        await leadingOn(page, () => page.click('text="Sign out"'));
        expect(await headingOf(page)).toBe('Sign in');
        await picture(page, 'login');
        expect(complaints).toEqual([]);
      },
      { javaScriptEnabled: false },
    ),
  );

  it(
    '[docs-page] /docs shows the operations at its top, without boxes that do nothing',
    inBrowser(async ({ gateway, page }) => {
      await page.goto(`${gateway.url}/docs`);
      await page.locator('.opblock-summary').first().waitFor();
      const top = await page.locator('.swagger-ui h1, .swagger-ui h2').first().boundingBox();
      expect(top?.y).toBeLessThan(80);
      expect(await page.locator('.topbar').isVisible()).toBe(false);
      await page.goto(`${gateway.url}/problems/tool-denied`);
      expect(await headingOf(page)).toBe('The tool is denied by policy');
      expect(await page.locator('dl').innerText()).toMatch(/Code\s+tool-denied\s+Status\s+403/);
    }),
  );

  it(
    '[docs-page] /docs says what to do without JavaScript',
    inBrowser(
      async ({ gateway, page }) => {
        await page.goto(`${gateway.url}/docs`);
        const script = "getComputedStyle(document.querySelector('#swagger-ui'), '::before').content";
        const shown = page.evaluate<string>(script);
        expect(await shown).toContain('/api/openapi.json');
      },
      { javaScriptEnabled: false },
    ),
  );

  it(
    '[pages-enter-never-approves] Enter in the code field shows the facts and approves nothing',
    inBrowser(async ({ gateway, page }) => {
      await setUpOperator(gateway);
      await signIn(page, gateway);
      const { deviceCode, userCode } = await begin(gateway, login);
      await page.fill('#user_code', userCode);
      await leadingOn(page, () => page.keyboard.press('Enter'));
      expect(await headingOf(page)).toBe('Is this you, at a terminal?');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.reload();
      expect((await poll(gateway, deviceCode)).body['error']).toBe('authorization_pending');
      const sizes = await page
        .locator('.actions button')
        .evaluateAll((buttons) =>
          buttons.map((button) => `${String(button.clientWidth)} × ${String(button.clientHeight)}`),
        );
      expect(sizes).toHaveLength(2);
      expect(sizes[0]).toBe(sizes[1]);
    }),
  );

  it(
    '[pages-keyboard] everything can be done with the keyboard, and the focus is always to be seen',
    inBrowser(async ({ gateway, page }) => {
      await setUpOperator(gateway);
      await page.goto(`${gateway.url}/login?next=/device`);
      await page.locator('#email:focus').waitFor();
      await page.keyboard.type(operator.email);
      await page.keyboard.press('Tab');
      await page.keyboard.type(operator.password);
      await leadingOn(page, () => page.keyboard.press('Enter'));
      const { deviceCode, userCode } = await begin(gateway, login);
      await page.locator('#user_code:focus').waitFor();
      await page.keyboard.type(userCode);
      await leadingOn(page, () => page.keyboard.press('Enter'));
      const stops: string[] = [];
      for (let i = 0; i < 4; i++) {
        await page.keyboard.press('Tab');
        stops.push(await focused(page));
      }
      expect(stops).toEqual(
        ['Deny', 'Approve', 'Sign out', 'Password'].map((text) => `${text}: solid 2px 2px`),
      );
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await leadingOn(page, () => page.keyboard.press('Space'));
      expect(await headingOf(page)).toBe('Approved');
      expect((await poll(gateway, deviceCode)).status).toBe(200);
    }),
  );

  it(
    '[pages-phone] nothing is cut off at 320 px or at 200 % zoom, and controls are big enough for a finger',
    inBrowser(
      async ({ gateway, page }) => {
        await setUpOperator(gateway);
        await page.goto(`${gateway.url}/login?next=/device`);
        await expectToFit(page);
        await signIn(page, gateway);
        await expectToFit(page);
        const short = await begin(gateway, login);
        await page.goto(String(short.body['verification_uri_complete']));
        await expectToFit(page);
        await picture(page, 'device-phone');
        const long = { ...device, name: 'a-computer-with-a-name-of-'.repeat(3) };
        const { body } = await begin(gateway, { client_id: 'x'.repeat(100), device: long });
        await page.goto(String(body['verification_uri_complete']));
        await expectToFit(page);
        await page.goto(`${gateway.url}/nothing`);
        await expectToFit(page);
      },
      { viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
    ),
  );

  async function expectToFit(page: Page): Promise<void> {
    expect(await measure(page)).toEqual({ width: 320, small: 0 });
  }

  it.each(['light', 'dark'] as const)(
    '[pages-themes] text can be read in the %s theme',
    async (colorScheme) => {
      await inBrowser(
        async ({ gateway, page }) => {
          await setUpOperator(gateway);
          await signIn(page, gateway);
          await page.fill('#user_code', 'BBBB-BBBB');
          await leadingOn(page, () => page.click('text="Continue"'));
          await picture(page, `device-wrong-code-${colorScheme}`);
          expect(await lowContrasts(page)).toEqual([]);
          const userCode = await codeFrom(gateway, '203.0.113.7');
          await page.goto(`${gateway.url}/device?user_code=${userCode}`);
          expect(await page.locator('.warning').innerText()).toContain('another network');
          await picture(page, `device-${colorScheme}`);
          expect(await lowContrasts(page)).toEqual([]);
        },
        { colorScheme, env: { env: { TRUST_PROXY: ['127.0.0.1'] } } },
      )();
    },
  );

  async function codeFrom(gateway: TestGateway, address: string): Promise<string> {
    const response = await fetch(`${gateway.url}/api/cli/auth/device`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(login),
    });
    return String(((await response.json()) as Json)['user_code']);
  }

  it(
    '[pages-login-back] after signing in the page that was asked for appears',
    inBrowser(async ({ gateway, page, complaints }) => {
      await setUpOperator(gateway);
      const { body, userCode } = await begin(gateway, login);
      await page.goto(String(body['verification_uri_complete']));
      expect(await headingOf(page)).toBe('Sign in');
      await page.fill('#email', operator.email);
      await page.fill('#password', operator.password);
      await leadingOn(page, () => page.click('button.main'));
      expect(await headingOf(page)).toBe('Is this you, at a terminal?');
      expect(await page.locator('code').innerText()).toBe(userCode);
      expect(complaints).toEqual([]);
    }),
  );

  it(
    '[pages-framing] another site cannot show the page in a frame',
    inBrowser(async ({ gateway, page, complaints }) => {
      await page.setContent(`<iframe src="${gateway.url}/login"></iframe>`);
      const frame = page.frames()[1];
      expect(frame?.url()).toMatch(/^chrome-error:/);
      expect(complaints.join()).toMatch(/frame-ancestors|X-Frame-Options/);
    }),
  );
});
