import { browserTests, headingOf, leadingOn, picture } from '../support/clients/browser-tests.js';
import { closeAfterEach } from '../support/closing.js';
import { lowBorders, lowContrasts } from '../support/page-checks.js';
import { operator, setUpOperator } from '../support/people.js';

const inBrowser = browserTests(closeAfterEach());

it.each(['light', 'dark'] as const)(
  '[pages-borders] [pages-not-set-up] what can be used has a border of 3 : 1 in the %s theme, and who comes too early is told',
  async (colorScheme) => {
    await inBrowser(
      async ({ gateway, page }) => {
        await page.goto(`${gateway.url}/login`);
        expect(await page.locator('.warning').innerText()).toMatch(/Nobody has set this gateway up yet/);
        await picture(page, `not-set-up-${colorScheme}`);
        expect(await lowBorders(page)).toEqual([]);
        expect(await lowContrasts(page)).toEqual([]);
        await setUpOperator(gateway);
        await page.goto(`${gateway.url}/login`);
        expect(await page.locator('.warning').count()).toBe(0);
        await page.goto(`${gateway.url}/problems`);
        expect(await page.locator('main a').count()).toBeGreaterThan(50);
        await picture(page, `problems-${colorScheme}`);
        expect(await lowContrasts(page)).toEqual([]);
        await page.goto(`${gateway.url}/docs`);
        const operation = page.locator('.opblock-summary').first();
        await operation.waitFor();
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
  '[pages-show-password] a button shows the password and hides it again before it is sent',
  inBrowser(async ({ gateway, page, complaints }) => {
    await setUpOperator(gateway);
    await page.goto(`${gateway.url}/login?next=/device`);
    const type = () => page.locator('#password').getAttribute('type');
    await page.fill('#email', operator.email);
    await page.fill('#password', operator.password);
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
