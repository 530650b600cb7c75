import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { browserTests, leadingOn } from '../../support/browser/browser-tests.js';
import { closeAfterAll } from '../../support/closing.js';
import { axeFaults, heading, settled } from '../../support/console.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { passkeyPlace } from '../../support/clients/passkeys.js';
import { signedInPerson, type SignedInPerson } from '../../support/people.js';

const open = closeAfterAll();
const inBrowser = browserTests(() => open(startGateway({ env: passkeyPlace })));
const pictures = process.env['PICTURES'];

/** Chromium's own authenticator, which sees its person whenever it is asked. */
async function virtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
}

async function look(page: Page, name: string): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/passkeys-${name}.png`, fullPage: true });
}

const loginOf = ({ url }: TestGateway) =>
  `http://localhost:${new URL(url).port}/login?next=${encodeURIComponent('/console/people/you')}`;

/** Leaves the console first: an open page would send requests without its session. */
async function signInAgain(page: Page, gateway: TestGateway): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(loginOf(gateway));
}

async function typePassword(page: Page, { email, password }: SignedInPerson): Promise<void> {
  await page.fill('#email', email);
  await page.fill('#password', password);
  await leadingOn(page, () => page.click('button.main'));
}

async function addHere(page: Page, { password }: SignedInPerson): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('This laptop');
  await dialog.getByLabel('Your password').fill(password);
  await look(page, 'add');
  await dialog.getByRole('button', { name: 'Add' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await codes.getByRole('listitem').nth(9).waitFor();
  await look(page, 'codes');
  await codes.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('table', { name: 'Passkeys' }).getByText('This laptop').waitFor();
}

describe('Passkeys in a browser', () => {
  it(
    '[passkey-browser] are added in the console, sign in at /login alone and after a password, and are taken away',
    inBrowser(
      async ({ gateway, page, complaints }) => {
        const ada = await signedInPerson(gateway, 'ada');
        await virtualAuthenticator(page);
        await page.goto(loginOf(gateway));
        await typePassword(page, ada);
        await settled(page);
        await addHere(page, ada);
        await look(page, 'dark');
        await signInAgain(page, gateway);
        await look(page, 'login');
        await leadingOn(page, () => page.click('text="Sign in with a passkey"'));
        await heading(page, 'People').waitFor();
        await signInAgain(page, gateway);
        await typePassword(page, ada);
        await look(page, 'after-password');
        await leadingOn(page, () => page.click('text="Sign in with a passkey"'));
        await settled(page);
        await page.getByRole('button', { name: 'Take away This laptop' }).click();
        const asked = page.getByRole('alertdialog');
        await asked.getByLabel('Your password').fill(ada.password);
        await look(page, 'remove');
        await asked.getByRole('button', { name: 'Take away' }).click();
        await page.getByText('The passkey This laptop is gone.').waitFor();
        expect(complaints).toEqual([]);
      },
      { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
    ),
  );

  it(
    '[passkey-browser] are made at /factor, before an authenticator is offered',
    inBrowser(
      async ({ gateway, page, complaints }) => {
        const bob = await signedInPerson(gateway, 'bob');
        await virtualAuthenticator(page);
        await page.goto(loginOf(gateway).replace('%2Fconsole%2Fpeople%2Fyou', '%2Ffactor'));
        await typePassword(page, bob);
        const make = page.getByRole('button', { name: 'Make a passkey' });
        await make.waitFor();
        await page.fill('#password', 'not this one');
        await make.click();
        await page.getByRole('alert').getByText('password').waitFor();
        await look(page, 'factor');
        await page.fill('#password', bob.password);
        await leadingOn(page, () => make.click());
        await page.getByRole('listitem').nth(9).waitFor();
        await look(page, 'factor-codes');
        await page.goto(page.url().replace(/\/factor.*/, '/factor'));
        await page.getByText('Recovery codes left').waitFor();
        await look(page, 'factor-on');
        expect(complaints.filter((text) => !/403|username fields/.test(text))).toEqual([]);
      },
      { viewport: { width: 360, height: 740 } },
    ),
  );
});
