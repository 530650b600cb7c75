// jq of tenants: jq itself, compiled to WebAssembly. JavaScript, because threads load it as it stands.
import { workerData } from 'node:worker_threads';
import { loadJq } from 'jq-wasm';

/** What would give something else when a run is taken up again, or reaches out of the expression, as jq declares it. */
const refused = [
  ...['env', 'input', 'inputs', 'input_filename', 'input_line_number', 'stderr', 'debug', 'debug(f)', 'halt'],
  ...['halt_error', 'halt_error(f)', 'localtime', 'strflocaltime(f)', 'get_search_list', 'modulemeta'],
];
const refusals = refused
  .map((name) => `def ${name}: error("${name} is not allowed in expressions");`)
  .join(' ');
const refusedNames = new Set(refused.map((name) => name.replace('(f)', '')));
const nameForm = /^[A-Za-z_]\w*$/;
// What the engine prints when it gives up is told as a fault; a log is not for tenants to fill.
Object.assign(globalThis.console, { error: () => undefined });
// The limit of a thread counts its heap only; the memory of jq stands beside it.
const grow = Reflect.get(WebAssembly.Memory.prototype, 'grow');
WebAssembly.Memory.prototype.grow = function (pages) {
  const most = (workerData?.maxHeapMb ?? 256) * 1_048_576;
  if (this.buffer.byteLength + pages * 65_536 > most)
    throw new RangeError('WORKFLOW_EXPRESSION_MB is used up');
  return Reflect.apply(grow, this, [pages]);
};
/** Loaded with the thread: the time of an expression does not begin before. */
const jq = await loadJq();

/** jq has come to the end of its memory and cannot go on: the thread has to end. */
export class JqIsGone extends Error {}

function run(input, program) {
  try {
    return jq.raw(input, program, ['-c']);
  } catch (error) {
    throw new JqIsGone('it needs too much memory, or calls itself too deeply', { cause: error });
  }
}

/** What stands before an expression: the time, what is refused, the variables. */
function prelude(names, now, value) {
  const bindings = names.filter((name) => nameForm.test(name)).map((name) => `${value(name)} as $${name} | `);
  return `def now: ${now / 1000}; ${refusals} ${bindings.join('')}`;
}

/** Names that an expression may mean by `$name`; those that it binds itself among them, which does no harm. */
function namesIn(texts) {
  const names = texts.flatMap((text) => [...text.matchAll(/\$([A-Za-z_]\w*)/g)].map(([, name]) => name));
  return [...new Set(names)].filter((name) => name !== '__loc__');
}

/** The values of the expressions, in their order. `at` is told which one has none. Several outputs are a list, none is `undefined`. */
export function evaluateJq(sites, data, variables, now, at) {
  const input = JSON.stringify({ d: data ?? null, v: variables ?? {} });
  const texts = sites.map(({ expression }) => expression);
  const valuesOf = (some) => {
    const begin = prelude(namesIn(some), now, (name) => `.v[${JSON.stringify(name)}]`);
    const each = some.map((text) => `[(${text}\n)]`).join(',');
    return run(input, `${begin}.d |\n[${each}]`);
  };
  const { stdout, stderr, exitCode } = valuesOf(texts);
  if (exitCode === 0)
    return JSON.parse(stdout).map(([first, ...more]) => (more.length > 0 ? [first, ...more] : first));
  const faulty = sites.find(({ expression }) => valuesOf([expression]).exitCode !== 0);
  Object.assign(at, faulty ?? sites[0]);
  throw new Error(messageIn(stderr));
}

/** What is wrong with an expression before it runs, `undefined` when nothing is. `known`: the variables of its place, without their `$`. */
export function jqFault(text, known) {
  const name = refusedIn(text);
  if (name !== undefined)
    return { detail: `uses ${name}, which is not allowed: an expression reads nothing but what it is given` };
  const { stderr, exitCode } = run('null', `${prelude(known, 0, () => 'null')}empty |\n${text}`);
  if (exitCode === 0) return undefined;
  const detail = `is not jq: ${messageIn(stderr)}${hintFor(text, stderr)}`;
  const position = positionIn(stderr, text);
  return position === undefined ? { detail } : { detail, position };
}

function refusedIn(text) {
  if (/\$ENV\b|\$__prog_args\b/.test(text)) return '$ENV';
  const code = text.replaceAll(/"(?:[^"\\]|\\[^(])*"/g, '""').replaceAll(/#[^\n]*/g, '');
  const words = [...code.matchAll(/(?<![.$\w@"])([a-z_]+)(?![\w"]|\s*:)/g)].map(([, word]) => word);
  return words.find((word) => refusedNames.has(word));
}

function messageIn(stderr) {
  const [first = ''] = stderr.split('\n').filter((line) => line.startsWith('jq: error'));
  return first
    .replace(/^jq: error(?: \(at [^)]*\))?: /, '')
    .replace(/ at <top-level>.*$/, '')
    .slice(0, 300);
}

/** Character of the expression, counted from 0; it begins in the second line of the program. */
function positionIn(stderr, text) {
  const [, line, column] = /line (\d+), column (\d+)/.exec(stderr) ?? [];
  const before = text.split('\n').slice(0, Number(line) - 2);
  const position = before.reduce((sum, one) => sum + one.length + 1, 0) + Number(column) - 1;
  // jq counts bytes.
  const isPlain = /^\p{ASCII}*$/u.test(text.slice(0, position));
  return Number(line) >= 2 && isPlain && position <= text.length ? position : undefined;
}

/** What to write instead of what JSONata says. */
function hintFor(text, stderr) {
  const [, word] = /error: (\w+)\/0 is not defined/.exec(stderr) ?? [];
  if (word === undefined && !/ & |:=|\$[a-z]\w*\(/.test(text)) return '';
  const member = word === undefined ? '' : ` a member of the input is .${word} in jq;`;
  return `. It looks like JSONata:${member} a document in JSONata says evaluate: { language: jsonata }`;
}
