import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { bundleConsole } from '../../scripts/build-console.mjs';
import { leadingOn } from './clients/browser-tests.js';
import type { TestGateway } from './gateway.js';
import { operator } from './people.js';

/** Builds the console when it is not as its sources are; a gateway under test serves it from there. */
export function builtConsole(): void {
  beforeAll(async () => {
    await bundleConsole();
  });
}

/** Signs the browser in on the page for that, and waits until the console is there. */
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

/** Waits until the first data of the page is there. */
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
 * What axe-core has against the page: a rule and the elements that break it, a line each. `isColourOnly`: of a page that was looked at before and has
 * other colours now.
 */
export async function axeFaults(page: Page, { isColourOnly = false } = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const only = isColourOnly ? `, runOnly: ['color-contrast', 'link-in-text-block']` : '';
  return page.evaluate<
    string[]
  >(`axe.run(document, { resultTypes: ['violations']${only} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' · ')))`);
}
