import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const quiet = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/**
 * Chromium as the system packages it; `CHROMIUM` names another one. Where there is none the tests that need it say so and prove nothing;
 * with `CI=true` they fail instead.
 */
export async function launchBrowser(): Promise<Browser | undefined> {
  const executablePath = process.env['CHROMIUM'] ?? places.find(existsSync);
  if (executablePath !== undefined) return chromium.launch({ executablePath, args: quiet });
  const advice = 'Chromium is not installed: `apt-get install chromium`, or set CHROMIUM to its path.';
  if (process.env['CI'] === 'true') throw new Error(advice);
  console.warn(`NOT TESTED: the pages in a real browser. ${advice}`);
  return undefined;
}
