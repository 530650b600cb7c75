import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { leadingOn, useSession } from './browser/browser-tests.js';
import type { PageVisitor } from './clients/page-visitor.js';
import type { TestGateway } from './gateway.js';
import { operator } from './people.js';

/** Signs the browser in with the sign-in form and waits until the console has loaded. */
export async function signInAt(
  page: Page,
  gateway: TestGateway,
  path = '/console/servers',
  { email, password }: { readonly email: string; readonly password: string } = operator,
): Promise<void> {
  await page.goto(`${gateway.url}/login?next=${encodeURIComponent(path)}`);
  await page.fill('#email', email);
  await page.fill('#password', password);
  await leadingOn(page, () => page.click('button.main'));
  await settled(page);
}

/**
 * Opens a page of the console in a new browser with the session of a `PageVisitor`, and waits for its event stream: the console does not see what
 * changes between its first requests and the start of the stream.
 */
export async function openConsole(
  page: Page,
  gateway: TestGateway,
  visitor: PageVisitor,
  path = '/servers',
): Promise<void> {
  await useSession(page, gateway, visitor);
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/events');
  await goTo(page, gateway, path);
  await stream;
}

/** Waits until the page shows its first data. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main[aria-busy="false"] h1').waitFor();
}

export async function goTo(page: Page, gateway: TestGateway, path: string): Promise<void> {
  await page.goto(`${gateway.url}/console${path}`);
  await settled(page);
}

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe-core finds on the page: a rule and the elements that break it, one line per rule. `colorsOnly`: checks a page again that
 * has changed its colors only.
 */
export async function axeFaults(page: Page, { colorsOnly = false } = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const only = colorsOnly ? `, runOnly: ['color-contrast', 'link-in-text-block']` : '';
  return page.evaluate<
    string[]
  >(`axe.run(document, { resultTypes: ['violations']${only} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' · ')))`);
}
