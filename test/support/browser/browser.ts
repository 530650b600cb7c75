import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Chromium takes the last `--disable-features` only, so this repeats the features that Playwright disables and that concern these tests. */
const disabledFeatures = [
  // Each new window would load these pages for its address bar, which takes a second of CPU time.
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,MediaRouter',
  'HttpsFirstBalancedModeAutoEnable,OptimizationHints,PaintHolding,ThirdPartyStoragePartitioning',
];
const args = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  `--disable-features=${disabledFeatures.join(',')}`,
];
const advice = 'Chromium is not installed: `apt-get install chromium`, or set CHROMIUM to its path.';

/** The variable that names the WebSocket URL of a Chromium that the files of a run share. */
export const endpointVariable = 'CHROMIUM_ENDPOINT';

function findChromium(): string | undefined {
  return process.env['CHROMIUM'] ?? systemPaths.find(existsSync);
}

/** Starts a Chromium to which several processes can connect. Throws when none is installed. */
export function startBrowserServer(): Promise<BrowserServer> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(advice);
  return chromium.launchServer({ executablePath, args });
}

/**
 * The shared Chromium of the run, or else a new one: the Chromium of the system, or the one that `CHROMIUM` names. If none is installed, this
 * prints a warning and returns `undefined`; with `CI=true` it throws.
 */
export async function launchBrowser(): Promise<Browser | undefined> {
  const endpoint = process.env[endpointVariable];
  if (endpoint !== undefined) return chromium.connect(endpoint);
  const executablePath = findChromium();
  if (executablePath !== undefined) return chromium.launch({ executablePath, args });
  if (process.env['CI'] === 'true') throw new Error(advice);
  console.warn(`NOT TESTED: the pages in a real browser. ${advice}`);
  return undefined;
}
