// Evaluates expressions, or says what is wrong with them, in a thread of its own: what runs away there, in JSONata, in jq, in a regular expression or in memory, is ended with the
// thread and holds up nobody. JavaScript, because a thread is loaded as it stands, also where TypeScript is compiled on the fly.
import { parentPort, workerData } from 'node:worker_threads';
import jsonata from 'jsonata';
import { RE2JS } from 're2js';
import { evaluateJq, JqIsGone } from './jq.mjs';
import { faultsInLanguages } from './language-faults.mjs';

const { stack, sequence, maxResultBytes } = workerData;
const maxRemembered = 1000;

/** In this thread time stands still at the beginning of the run, so that a run that is taken up again comes to the same values. */
let now = 0;
globalThis.Date = class extends Date {
  /** @param {readonly unknown[]} parts */
  constructor(...parts) {
    if (parts.length === 0) super(now);
    else super(...parts);
  }
};
Math.random = () => {
  throw new Error('there is no chance in expressions');
};

/** Stands for RegExp where JSONata matches: in linear time. */
class LinearRegex {
  lastIndex = 0;

  constructor({ source, flags }) {
    const options =
      (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('m') ? RE2JS.MULTILINE : 0);
    this.pattern = remembered(patterns, `${flags} ${source}`, () => RE2JS.compile(source, options));
  }

  exec(text) {
    const matcher = this.pattern.matcher(text);
    if (this.lastIndex > text.length || !matcher.find(this.lastIndex)) {
      this.lastIndex = 0;
      return null;
    }
    const groups = Array.from(
      { length: matcher.groupCount() + 1 },
      (_, index) => matcher.group(index) ?? undefined,
    );
    this.lastIndex = matcher.end();
    return Object.assign(groups, { index: matcher.start(), input: text });
  }
}

const patterns = new Map();
const expressions = new Map();
const options = { stack, sequence, RegexEngine: LinearRegex };

function remembered(memory, key, make) {
  let value = memory.get(key);
  if (value === undefined) {
    if (memory.size >= maxRemembered) memory.clear();
    memory.set(key, (value = make()));
  }
  return value;
}

/** The template with what `valueOf` gives for each expression in it, one after the other. */
async function fill(template, valueOf, path = []) {
  if (typeof template === 'string') {
    const expression = /^\s*\$\{([^]*)\}\s*$/.exec(template)?.[1];
    return expression === undefined ? template : await valueOf({ path, expression });
  }
  if (Array.isArray(template)) {
    const items = [];
    for (const [index, item] of template.entries())
      items.push((await fill(item, valueOf, [...path, index])) ?? null);
    return items;
  }
  if (typeof template !== 'object' || template === null) return template;
  const members = [];
  for (const [name, member] of Object.entries(template))
    members.push([name, await fill(member, valueOf, [...path, name])]);
  return Object.fromEntries(members);
}

/** `at` is told which expression is at work, and where it stands. */
async function valueOf({ template, data, variables, language, now }, at) {
  if (language !== 'jq')
    return await fill(template, async (site) => {
      Object.assign(at, site);
      const expression = remembered(expressions, site.expression, () => jsonata(site.expression, options));
      return await expression.evaluate(data, variables);
    });
  const sites = [];
  await fill(template, (site) => {
    sites.push(site);
  });
  const values = sites.length === 0 ? [] : evaluateJq(sites, data, variables, now, at);
  return await fill(template, () => values.shift());
}

/** As JSON; functions are no values, and what grows too large is given up before it is written out. */
function serialize(value) {
  let size = 0;
  const json = JSON.stringify(value, (name, member) => {
    if (typeof member === 'function' || member?._jsonata_lambda || member?._jsonata_function)
      throw new Error('the value is or contains a function');
    size += name.length + (typeof member === 'string' ? member.length : 4);
    if (size > maxResultBytes) throw tooLarge();
    return member;
  });
  if (json !== undefined && Buffer.byteLength(json) > maxResultBytes) throw tooLarge();
  return json ?? 'null';
}

function tooLarge() {
  return new Error(`the value has more than ${maxResultBytes} bytes (WORKFLOW_MAX_RESULT_BYTES)`);
}

function messageOf(error) {
  if (error?.code === 'D1011') return `it calls itself too deeply (WORKFLOW_EXPRESSION_STACK)`;
  if (error?.code === 'D2015') return `it makes too long a sequence (WORKFLOW_EXPRESSION_SEQUENCE)`;
  return String(error?.message ?? error).slice(0, 500);
}

parentPort.on('message', async (job) => {
  const began = performance.now();
  const at = {};
  try {
    now = job.now ?? 0;
    const json = serialize(
      await (job.sites === undefined ? valueOf({ ...job, now }, at) : faultsInLanguages(job.sites)),
    );
    parentPort.postMessage({ json, ms: performance.now() - began });
  } catch (error) {
    if (Number.isInteger(error?.position)) at.position = error.position;
    const ms = performance.now() - began;
    const ended = error instanceof JqIsGone ? { ended: 'memory' } : {};
    parentPort.postMessage({
      fault: messageOf(error),
      ms,
      ...ended,
      ...(at.path === undefined ? {} : { at }),
    });
  }
});

parentPort.postMessage({ json: 'null', ms: 0 });
