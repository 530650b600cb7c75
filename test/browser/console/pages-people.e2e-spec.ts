import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { SubjectStore } from '../../../src/accounts/providers/subject-store.port.js';
import { PeopleStore } from '../../../src/accounts/people/people-store.port.js';
import { Authenticator } from '../../support/clients/authenticator.js';
import { personIn } from '../../support/clients/apps-client.js';
import { browserTests, leadingOn } from '../../support/browser/browser-tests.js';
import { closeAfterAll } from '../../support/closing.js';
import { axeFaults, goTo, heading, openConsole, settled } from '../../support/console.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { signedInPerson, signIn } from '../../support/people.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const inBrowser = browserTests(() => open(startGateway()));
const wide = { viewport: { width: 1280, height: 800 } };
const pictures = process.env['PICTURES'];

async function look(page: Page, name: string): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

/** Keeps claims of an identity provider that give somebody a role in the account `chief`. */
async function keepClaims(gateway: TestGateway, userId: string): Promise<void> {
  await gateway.app.get(SubjectStore, { strict: false }).keep({
    ...{ issuer: 'https://id.corp.example', subject: 'bo', userId, provider: 'corp', signedInAt: Date.now() },
    claims: { sub: 'bo', groups: ['tools-staff'] },
    rules: [{ claim: 'groups', match: 'tools-*', account: 'chief', role: 'member' }],
  });
}

describe('People', () => {
  it(
    '[console-people] are shown with their last sign-in, get a reset link, and need a second factor if the owner says so',
    inBrowser(async ({ gateway, page, complaints }) => {
      const { accountId, browser } = await signedInPerson(gateway, 'chief');
      const bo = await personIn(gateway, accountId, 'member');
      await keepClaims(gateway, bo.userId);
      await openConsole(page, gateway, browser, '/people');
      await page.getByRole('button', { name: /^Member of/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('groups tools-* gives member').waitFor();
      await dialog.getByText('"tools-staff"').waitFor();
      const role = dialog.getByRole('combobox', { name: 'Role' });
      await role.selectOption('admin');
      await page.getByText(/is an admin now/).waitFor();
      await waitFor('the role', async () => (await role.inputValue()) === 'admin');
      await dialog.getByRole('combobox', { name: 'Lost' }).selectOption('factor');
      await dialog.getByRole('button', { name: 'Make a reset link' }).click();
      expect(await dialog.getByRole('textbox', { name: 'Reset link' }).inputValue()).toContain(
        '/reset?code=',
      );
      expect(new URL(page.url()).searchParams.get('member')).toBe(bo.userId);
      await look(page, 'member');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog', { name: 'Invite' }).getByRole('textbox').fill('cy@example.com');
      await page.getByRole('button', { name: 'Make the link' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      const invitations = page.getByRole('table', { name: 'Invitations' });
      await invitations.getByText('cy@example.com').waitFor();
      await look(page, 'members');
      await invitations.getByRole('button', { name: 'Take back' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
      await page.getByText('The invitation of cy@example.com is void.').waitFor();
      await page.getByRole('link', { name: 'Sign-in' }).click();
      await page.getByText('People sign in with passwords of this gateway').waitFor();
      await page.getByText('Browsers are let in with a password alone').waitFor();
      await look(page, 'sign-in');
      await page.getByRole('link', { name: 'Audit log' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Export CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^audit.*\.csv$/);
      await look(page, 'audit');
      expect(complaints).toEqual([]);
    }, wide),
  );

  it(
    '[console-own] see their browsers and their second factor, and are led there by an account that asks for one',
    inBrowser(async ({ gateway, page }) => {
      const person = await signedInPerson(gateway, 'owner');
      await openConsole(page, gateway, person.browser, '/people/you');
      await signIn(gateway, person);
      await page.reload();
      await settled(page);
      const table = page.getByRole('table', { name: 'Your browsers' });
      await table.getByText('this one').waitFor();
      await look(page, 'you');
      await page.getByRole('button', { name: 'Sign out all others' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
      await page.getByText('All other browsers are signed out.').waitFor();
      await page.getByRole('link', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Require it' }).click();
      await heading(page, 'Second factor needed').waitFor();
      await look(page, 'factor-needed');
      await page.getByRole('link', { name: 'Set it up' }).click();
      await page.fill('#password', person.password);
      await leadingOn(page, () => page.click('button.main'));
      await look(page, 'factor-begun');
      const secret = /secret=([A-Z2-7]+)/.exec(await page.content())?.[1] ?? '';
      await page.fill('#code', new Authenticator(secret, Date.now).code());
      await leadingOn(page, () => page.click('button.main'));
      await look(page, 'factor-codes');
      await page.getByRole('link', { name: 'Go on' }).click();
      await heading(page, 'People').waitFor();
      await goTo(page, gateway, '/people/you');
      await page.getByText(/10 recovery codes are left/).waitFor();
    }, wide),
  );

  it(
    '[console-accounts] of somebody in several accounts are those of the one that they chose',
    inBrowser(async ({ gateway, page, complaints }) => {
      const { browser, userId } = await signedInPerson(gateway, 'commuter');
      const guild = await personIn(gateway, 'guild');
      await guild.newApp('Guild app', {}, { slug: 'guild-app' });
      await gateway.app
        .get(PeopleStore, { strict: false })
        .join(guild.accountId, userId, 'owner', Date.now() + 1000);
      await openConsole(page, gateway, browser, '/apps');
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/events')) asked.push(request.url());
      });
      await page.getByRole('button', { name: /^Account/ }).click();
      await look(page, 'switch');
      await page.getByRole('menuitemradio', { name: /guild/ }).click();
      await page.waitForURL('**/console/servers');
      await settled(page);
      await page.getByRole('link', { name: 'Apps' }).click();
      await page.getByRole('link', { name: 'Guild app' }).waitFor();
      await goTo(page, gateway, '/people/audit');
      expect(await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toContain(
        guild.accountId,
      );
      expect(asked.some((url) => url.endsWith(`?account=${guild.accountId}`))).toBe(true);
      expect(complaints).toEqual([]);
      await gateway.app.get(PeopleStore, { strict: false }).leave(guild.accountId, userId);
      await goTo(page, gateway, '/servers');
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByText('owner of commuter').waitFor();
    }, wide),
  );

  it(
    '[passkey-place] are told why passkeys are unavailable where browsers have none',
    inBrowser(async ({ gateway, page }) => {
      const { browser } = await signedInPerson(gateway, 'http-user');
      await page.goto(`${gateway.url}/login`);
      expect(await page.getByText('Sign in with a passkey').count()).toBe(0);
      await openConsole(page, gateway, browser, '/people/you');
      await page.getByText('Passkeys need https, or the address localhost').waitFor();
      expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
    }),
  );
});
