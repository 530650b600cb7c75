// A realm (ECMA-262 §9.3) in which the JSONata expressions of one account are evaluated.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { createEvaluator, fill } from './jsonata-evaluator.mjs';

const packages = createRequire(import.meta.url);

/** A package of CommonJS as an expression that evaluates to its exports. */
function source(name, text = readFileSync(packages.resolve(name), 'utf8')) {
  return `((module) => { (function (module, exports) {${text}\n})(module, module.exports); return module.exports; })({ exports: {} })`;
}

/** The names of the functions that JSONata defines, as its source binds them. */
function functionsOf(text) {
  return [...new Set([...text.matchAll(/staticFrame\.bind\(['"](\w+)['"]/g)].map(([, name]) => name))];
}

/**
 * JSONata tells its functions from data by two members, `_jsonata_lambda` and `_jsonata_function`, which data of others can have as well: it
 * would then hide from every path, comparison and condition. Here they are symbols, which no JSON has.
 */
function withOwnMarks(text) {
  const marked = text
    .replaceAll(/\._(jsonata_(?:lambda|function))\b/g, '[$1]')
    .replaceAll(/\b_(jsonata_(?:lambda|function)):/g, '[$1]:');
  if (!marked.includes('[jsonata_lambda]: true') || !marked.includes('[jsonata_function]: true'))
    throw new Error('the marks of functions are not found in the source of JSONata');
  return `const jsonata_lambda = Symbol('lambda'), jsonata_function = Symbol('function');
    ${marked}
    module.exports.isFunctionObject = (value) => (value?.[jsonata_lambda] ?? value?.[jsonata_function]) === true;`;
}

const jsonataSource = readFileSync(packages.resolve('jsonata'), 'utf8');
const functions = functionsOf(jsonataSource);
if (functions.length === 0) throw new Error('the built-in functions of JSONata are not found in its source');
/** Compiled once for all realms of the thread. */
const script = new vm.Script(
  `((settings) => (${String(createEvaluator)})(${source('jsonata', withOwnMarks(jsonataSource))}, ${source('re2js')}.RE2JS, ${String(fill)}, JSON.parse(settings)))`,
  { filename: 'jsonata-realm' },
);
const begin = new vm.Script('evaluator.begin(job)');
const result = new vm.Script('evaluator.result()');
const setUp = new vm.Script('evaluator = create(settings)');

/**
 * Evaluates in a realm that has nothing of Node and compiles no code from strings, and whose built-in objects are frozen. Only strings pass its
 * border, so that no object of this thread can be reached from within. `settings` as `createEvaluator` takes them, without `functions`.
 */
export class JsonataRealm {
  constructor(settings) {
    // Its prototype is null: the constructor of an object from here would lead to this realm.
    this.globals = Object.create(null);
    this.context = vm.createContext(this.globals, {
      codeGeneration: { strings: false, wasm: false },
      microtaskMode: 'afterEvaluate',
    });
    this.globals.settings = JSON.stringify({ ...settings, functions });
    this.globals.create = script.runInContext(this.context);
    setUp.runInContext(this.context);
    const fault = result.runInContext(this.context);
    if (fault !== '') throw new Error(`The realm of JSONata is not set up: ${String(fault)}`);
  }

  /** `job`: JSON of `{ template, data, variables, now }`. Returns JSON of `{ json }`, or of `{ fault, at }`. */
  evaluate(job) {
    this.globals.job = job;
    begin.runInContext(this.context);
    const text = result.runInContext(this.context);
    if (typeof text !== 'string') throw new Error('the expression did not come to an end');
    return text;
  }
}
