// Reads OpenAPI documents in a thread of its own, and leaves of them what requests are made by: a document that takes long to read, or takes
// much memory, ends with the thread and holds up nobody. JavaScript, because a thread is loaded as it stands.
import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'yaml';
import { linesOf, trimmed } from './trimmed-document.mjs';

const { maxOperations, maxBytes } = workerData;

/** JSON is YAML, too, but much faster read as what it is. */
function valueOf(text) {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Error(`is no JSON: ${String(error.message).slice(0, 200)}`, { cause: error });
    }
  }
  try {
    return parse(text, { maxAliasCount: 1000, merge: true, uniqueKeys: false, logLevel: 'silent' });
  } catch (error) {
    throw new Error(`is neither JSON nor YAML: ${String(error.message).slice(0, 200)}`, { cause: error });
  }
}

parentPort.on('message', ({ text }) => {
  const began = performance.now();
  try {
    const json = linesOf(trimmed(valueOf(text), maxOperations)).join('\n');
    if (json.length > maxBytes)
      throw new Error(
        `says more about its requests than a quarter of MAX_OPENAPI_BYTES (${maxBytes}): leave operations out with "operations"`,
      );
    parentPort.postMessage({ json, ms: performance.now() - began });
  } catch (error) {
    parentPort.postMessage({ fault: String(error?.message ?? error), ms: performance.now() - began });
  }
});
parentPort.postMessage({ json: 'null', ms: 0 });
