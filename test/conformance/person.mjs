// @ts-check
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Who signs in at the gateway of the suite. */
export const person = { email: 'ana@example.com', password: 'correct horse battery' };

/** A person at a browser, who agrees to what a program asks for. */
export async function openBrowser() {
  const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (executablePath === undefined) throw new Error('Chromium is not installed: apt-get install chromium');
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  const page = await (await browser.newContext()).newPage();
  return {
    /** Goes where a program sends it, signs in when asked to, and agrees; resolves at the program's own page. @param {string} address */
    agree: async (address) => {
      await page.goto(address);
      if (await page.locator('input[name=password]').isVisible()) {
        await page.fill('input[name=email]', person.email);
        await page.fill('input[name=password]', person.password);
        await page.press('input[name=password]', 'Enter');
      }
      const own = new URL(address).origin;
      await page.click('button[value=approve]');
      await page.waitForURL(({ origin }) => origin !== own);
    },
    close: () => browser.close(),
  };
}
