// Jest's `globalSetup` of the browser tests: compiles the tests, builds the console, and starts the Chromium that all files share.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleConsole } from '../../scripts/build-console.mjs';
import compileAll, { compiledPath } from '../runner/compile.mjs';

let server;

export default async function setup() {
  compileAll();
  const path = fileURLToPath(new URL('../support/browser/browser.ts', import.meta.url));
  const { endpointVariable, startBrowserServer } = await import(pathToFileURL(compiledPath(path)).href);
  server = await startBrowserServer();
  process.env[endpointVariable] = server.wsEndpoint();
  await bundleConsole();
}

export async function stopBrowser() {
  await server?.close();
}
