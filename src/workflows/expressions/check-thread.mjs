// Reads expressions and checks the shape of documents in a thread of its own: a document that takes long to check holds up nobody.
import { parentPort, workerData } from 'node:worker_threads';
import { faultsInLanguages } from '../../platform/expressions/language-faults.mjs';
import { JqIsGone } from '../../platform/expressions/jq.mjs';
import { documentValidators } from './document-validators.mjs';

const maxShapeFaults = 20;
const { shape, standard } = documentValidators(workerData.schema);

function shapeFaults(document) {
  if (shape(document)) return [];
  return shape.errors
    .slice(0, maxShapeFaults)
    .map(({ instancePath, message }) => ({ pointer: instancePath, detail: message }));
}

/** By the standard's own schema; of its faults the one that lies deepest tells most. */
function standardFaults(document) {
  if (standard(document)) return [];
  const deepest = standard.errors.reduce((one, other) =>
    other.instancePath.length > one.instancePath.length ? other : one,
  );
  return [{ pointer: deepest.instancePath, detail: `by the standard ${deepest.message}` }];
}

parentPort.on('message', async ({ document, sites }) => {
  const began = performance.now();
  try {
    const faults = await faultsInLanguages(sites);
    if (faults.length === 0) faults.push(...shapeFaults(document));
    if (faults.length === 0) faults.push(...standardFaults(document));
    parentPort.postMessage({ json: JSON.stringify(faults), ms: performance.now() - began });
  } catch (error) {
    const ended = error instanceof JqIsGone ? { ended: 'memory' } : {};
    parentPort.postMessage({ fault: String(error.message), ms: performance.now() - began, ...ended });
  }
});
parentPort.postMessage({ json: 'null', ms: 0 });
