// Reads expressions and checks the shape of documents in a thread of its own: a document that takes long to check holds up nobody, and
// neither does the schema of the standard, which takes long to compile.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { faultsInLanguages } from '../../platform/expressions/language-faults.mjs';
import { JqIsGone } from '../../platform/expressions/jq.mjs';

const maxShapeFaults = 20;
// What Ajv calls optimizing takes 40 % of the time that compiling takes, once in each thread, and documents are few.
const code = { optimize: false };
const shape = new Ajv({ strict: false, code }).compile(workerData.schema);
const standardSchema = new URL('./serverless-workflow-1.0.3.json', import.meta.url);
const standard = new Ajv2020({ strict: false, formats: fullFormats, code }).compile(
  JSON.parse(readFileSync(standardSchema, 'utf8'), withinApp),
);

/** A workflow that another one runs is one of its app: a name is enough. */
function withinApp(_, value) {
  return value?.title === 'SubflowConfiguration' ? { ...value, required: ['name'] } : value;
}

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

parentPort.on('message', ({ document, sites }) => {
  const began = performance.now();
  try {
    const faults = faultsInLanguages(sites);
    if (faults.length === 0) faults.push(...shapeFaults(document));
    if (faults.length === 0) faults.push(...standardFaults(document));
    parentPort.postMessage({ json: JSON.stringify(faults), ms: performance.now() - began });
  } catch (error) {
    const ended = error instanceof JqIsGone ? { ended: 'memory' } : {};
    parentPort.postMessage({ fault: String(error.message), ms: performance.now() - began, ...ended });
  }
});
parentPort.postMessage({ json: 'null', ms: 0 });
