// Evaluates expressions, or says what is wrong with them, in a thread of its own: what runs away there, in JSONata, in jq, in a regular expression or in memory, is ended with the
// thread and holds up nobody. JavaScript, because a thread is loaded as it stands, also where TypeScript is compiled on the fly.
import { LRUCache } from 'lru-cache';
import { parentPort, workerData } from 'node:worker_threads';
import { foreignData, nestsDeeperThan } from './foreign-data.mjs';
import { evaluateJq, JqIsGone } from './jq.mjs';
import { fill } from './jsonata-evaluator.mjs';
import { JsonataRealm } from './jsonata-realm.mjs';
import { faultsInLanguages } from './language-faults.mjs';

const { maxResultBytes, maxDepth } = workerData;
/** One for each account that was here lately. */
const realms = new LRUCache({ max: 64 });
/** For the next account: making a realm takes about 15 ms, which no expression waits for. */
let spare = new JsonataRealm(workerData);

// A realm has no way here. If one were found, it would lead to nothing: no modules, no process, no code from strings.
for (const kind of [() => {}, async () => {}, function* () {}, async function* () {}])
  Object.defineProperty(Object.getPrototypeOf(kind), 'constructor', { value: undefined });
for (const name of ['process', 'fetch', 'eval', 'Function']) delete globalThis[name];

function realmOf(key) {
  let realm = realms.get(key);
  if (realm !== undefined) return realm;
  realm = spare ?? new JsonataRealm(workerData);
  spare = undefined;
  realms.set(key, realm);
  return realm;
}

function evaluateJsonata({ realm, template, data, variables, now }) {
  const answer = JSON.parse(realmOf(realm).evaluate(JSON.stringify({ template, data, variables, now })));
  return answer.json === undefined ? answer : checked(answer.json);
}

async function evaluateInJq({ template, data, variables, now }) {
  const at = {};
  try {
    const sites = [];
    await fill(template, (site) => {
      sites.push(site);
    });
    const values = sites.length === 0 ? [] : evaluateJq(sites, data, variables, now, at);
    return checked(JSON.stringify(await fill(template, () => values.shift())) ?? 'null');
  } catch (error) {
    return {
      fault: messageOf(error),
      ...(error instanceof JqIsGone ? { ended: 'memory' } : {}),
      ...(at.path === undefined ? {} : { at }),
    };
  }
}

function checked(json) {
  if (Buffer.byteLength(json) > maxResultBytes)
    return { fault: `the value has more than ${maxResultBytes} bytes (WORKFLOW_MAX_RESULT_BYTES)` };
  return nestsDeeperThan(json, maxDepth)
    ? { fault: `the value nests deeper than ${maxDepth} levels` }
    : { json };
}

async function answerTo({ dataText, ...job }) {
  if (job.sites !== undefined) return { json: JSON.stringify(await faultsInLanguages(job.sites)) };
  if (dataText !== undefined) job.data = foreignData(dataText, workerData);
  return job.language === 'jq' ? await evaluateInJq(job) : evaluateJsonata(job);
}

function messageOf(error) {
  return String(error?.message ?? error).slice(0, 500);
}

parentPort.on('message', async (job) => {
  const began = performance.now();
  const answer = await answerTo(job).catch((error) => ({ fault: messageOf(error) }));
  parentPort.postMessage({ ...answer, ms: performance.now() - began });
  spare ??= new JsonataRealm(workerData);
});

parentPort.postMessage({ json: 'null', ms: 0 });
