// Jest's `globalTeardown` of the browser tests.
import { stopBrowser } from './setup.mjs';

export default stopBrowser;
