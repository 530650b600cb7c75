import type { Page } from 'playwright-core';
import { FirstStart } from '../../../src/accounts/joining/first-start.service.js';
import {
  browserTests,
  headingOf,
  leadingOn,
  picture,
  useSession,
} from '../../support/browser/browser-tests.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { focused, lowBorders, lowContrasts, measure } from '../../support/browser/page-checks.js';
import { begin, operator, poll, signedInPerson } from '../../support/people.js';

const open = closeAfterAll();
const inBrowser = browserTests(() => open(startGateway({ env: { TRUST_PROXY: ['127.0.0.1'] } })));
const device = { name: 'ana-mbp', os: 'macOS', version: '1.4.0' };
const login = { client_id: 'gantry-cli', scope: 'tools:read tools:call apps:read apps:write', device };

async function expectLegible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await picture(page, `${name}-${colorScheme}`);
    expect(await lowContrasts(page)).toEqual([]);
  }
}

describe('Before the setup', () => {
  it(
    '[pages-borders] [pages-not-set-up] the sign-in page says that the gateway is not set up, with borders of 3 : 1 in both themes',
    inBrowser(async ({ gateway, page }) => {
      await page.goto(`${gateway.url}/login`);
      expect(await page.locator('.warning').innerText()).toMatch(/Nobody has set this gateway up yet/);
      await expectLegible(page, 'not-set-up');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await lowBorders(page)).toEqual([]);
      }
    }),
  );
});

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
        expect(await page.locator('.warning').count()).toBe(0);
        await picture(page, 'login');
        expect(complaints).toEqual([]);
      },
      { javaScriptEnabled: false },
    ),
  );

  it.each(['light', 'dark'] as const)(
    '[docs-page] [pages-borders] /docs starts with the operations, and is legible in the %s theme',
    async (colorScheme) => {
      await inBrowser(
        async ({ gateway, page }) => {
          await page.goto(`${gateway.url}/docs`);
          const operation = page.locator('.opblock-summary').first();
          await operation.waitFor();
          const top = await page.locator('.swagger-ui h1, .swagger-ui h2').first().boundingBox();
          expect(top?.y).toBeLessThan(80);
          expect(await page.locator('.topbar').isVisible()).toBe(false);
          await operation.click();
          await page.locator('.opblock-body .responses-table').first().waitFor();
          await picture(page, `docs-${colorScheme}`);
          expect(await lowContrasts(page, '.swagger-ui')).toEqual([]);
        },
        { colorScheme },
      )();
    },
  );

  it(
    '[docs-page] [pages-borders] the pages of problems describe each problem, and are legible in both themes',
    inBrowser(async ({ gateway, page }) => {
      await page.goto(`${gateway.url}/problems`);
      expect(await page.locator('main a').count()).toBeGreaterThan(50);
      await expectLegible(page, 'problems');
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
      const { browser } = await signedInPerson(gateway, 'enter');
      await useSession(page, gateway, browser);
      await page.goto(`${gateway.url}/device`);
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
      const { email, password } = await signedInPerson(gateway, 'keys');
      await page.goto(`${gateway.url}/login?next=/device`);
      await page.locator('#email:focus').waitFor();
      await page.keyboard.type(email);
      await page.keyboard.press('Tab');
      await page.keyboard.type(password);
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
        const { browser } = await signedInPerson(gateway, 'phone');
        await page.goto(`${gateway.url}/login?next=/device`);
        await expectToFit(page);
        await useSession(page, gateway, browser);
        await page.goto(`${gateway.url}/device`);
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
          const { browser } = await signedInPerson(gateway, colorScheme);
          await useSession(page, gateway, browser);
          await page.goto(`${gateway.url}/device`);
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
        { colorScheme },
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
      const { email, password } = await signedInPerson(gateway, 'guest');
      const { body, userCode } = await begin(gateway, login);
      await page.goto(String(body['verification_uri_complete']));
      expect(await headingOf(page)).toBe('Sign in');
      await page.fill('#email', email);
      await page.fill('#password', password);
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

  it(
    '[pages-show-password] a button shows the password and hides it again before it is sent',
    inBrowser(async ({ gateway, page, complaints }) => {
      const { email, password } = await signedInPerson(gateway, 'shower');
      await page.goto(`${gateway.url}/login?next=/device`);
      const type = () => page.locator('#password').getAttribute('type');
      await page.fill('#email', email);
      await page.fill('#password', password);
      const show = page.getByRole('button', { name: 'Show the password' });
      expect(await show.innerText()).toBe('Show');
      await show.click();
      expect([await type(), await show.innerText()]).toEqual(['text', 'Hide']);
      await picture(page, 'login-shown');
      await page.evaluate(
        `document.forms[0].addEventListener('submit', () => { sessionStorage.type = document.querySelector('#password').type; })`,
      );
      await leadingOn(page, () => page.click('button.main'));
      expect(await page.evaluate('sessionStorage.type')).toBe('password');
      expect(await headingOf(page)).toBe('Which code does the terminal show?');
      expect(complaints).toEqual([]);
    }),
  );
});
