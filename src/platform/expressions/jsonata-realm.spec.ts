import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInContext, runInNewContext } from 'node:vm';
import { JsonataRealm } from './jsonata-realm.mjs';

const settings = { stack: 200, sequence: 1000, maxResultBytes: 10_000 };

function newRealm() {
  const realm = new JsonataRealm(settings);
  const run = (expression: string, data: unknown = null): unknown => {
    const job = { template: `\${${expression}}`, data, variables: {}, now: 0 };
    const { json, fault } = JSON.parse(realm.evaluate(JSON.stringify(job))) as Record<string, string>;
    return fault ?? JSON.parse(String(json));
  };
  return { realm, run };
}

const source = readFileSync(createRequire(import.meta.url).resolve('jsonata'), 'utf8');
const functions = [...source.matchAll(/staticFrame\.bind\(['"](\w+)['"]/g)].map(([, name]) => String(name));

/** What an engine that nobody tampered with computes. */
const samples: Readonly<Record<string, unknown>> = {
  '$boolean(1 = 2)': false,
  '$sum([1, 2])': 3,
  '$count([1, 2, 3])': 3,
  '$map([1, 2], function($x) { $x * 2 })': [2, 4],
  '$join(["a", "b"], "-")': 'a-b',
  '$match("aab", /a+/).match': 'aa',
  '$keys({"toString": 1, "constructor": 2})': ['toString', 'constructor'],
  '"x" in ["x"] and $not(false)': true,
};

describe('the realm of an account', () => {
  it('[expressions-isolated] evaluates the same after an expression has tried to replace each built-in function', () => {
    const { run } = newRealm();
    expect(functions.length).toBeGreaterThan(60);
    for (const name of functions)
      for (const clause of [
        '{"implementation": $string}',
        '{"apply": 1}',
        '{"signature": 1}',
        '{}, "implementation"',
      ])
        for (const pattern of [`$spread([$${name}])`, `$lookup({"f": $${name}}, "f")`, `[$${name}]`])
          run(`{"a": 1} ~> |${pattern}|${clause}|`);
    for (const [expression, value] of Object.entries(samples)) expect(run(expression)).toEqual(value);
  });

  it.each(['$ ~> |a|{"b": 1}|', '$map([$], |a|{"b": 1}|)', '($t := |a|{}, "b"|; $t($))'])(
    '[expressions-isolated] refuses the transform in %s',
    (expression) => {
      expect(newRealm().run(expression, { a: {} })).toMatch(/transforms an object in place/);
    },
  );

  it('[expressions-isolated] refuses to evaluate text as an expression', () => {
    expect(newRealm().run(`$eval("$ ~> |a|{}|")`, { a: {} })).toMatch(/do not evaluate other expressions/);
  });

  it('[expressions-isolated] gives code inside of it no module, process, memory or code from strings', () => {
    const { realm } = newRealm();
    const inside = (code: string): unknown =>
      runInContext(`try { ${code} } catch { 'refused' }`, realm.context);
    for (const name of [
      'process',
      'require',
      'Buffer',
      'fetch',
      'WebAssembly',
      'SharedArrayBuffer',
      'setTimeout',
    ])
      expect(inside(`typeof ${name}`)).toBe('undefined');
    for (const code of [
      `(() => {}).constructor('return this')()`,
      `(async () => {}).constructor('return this')()`,
      `create.constructor('return process')()`,
      `this.constructor.constructor('return process')()`,
      `(0, eval)('1')`,
      `new Function('return 1')()`,
    ])
      expect(inside(code)).toBe('refused');
  });

  it('[expressions-isolated] keeps code inside of it from changing what later expressions use', () => {
    const { realm, run } = newRealm();
    const targets = ['Array', 'Object', 'String', 'Function', 'Promise', 'RegExp', 'Map', 'Number', 'Error'];
    for (const target of targets)
      runInContext(
        `{ const f = { Array: [], Object: {}, String: '', Function: () => {}, Promise: Promise.resolve(), RegExp: /x/, Map: new Map(), Number: 1, Error: new Error() }.${target};
           const prototype = Object.getPrototypeOf(Object(f));
           for (const key of Reflect.ownKeys(prototype)) { try { prototype[key] = () => true; } catch {} try { delete prototype[key]; } catch {} } }`,
        realm.context,
      );
    runInContext('JSON.parse = JSON.stringify = undefined', realm.context);
    for (const [expression, value] of Object.entries(samples)) expect(run(expression)).toEqual(value);
  });

  it('[expressions-isolated] shows nothing of one account to another', () => {
    const [one, other] = [newRealm(), newRealm()];
    runInContext('globalThis.stolen = 1; try { Object.prototype.stolen = 1 } catch {}', one.realm.context);
    expect(runInContext('typeof stolen + typeof ({}).stolen', other.realm.context)).toBe(
      'undefinedundefined',
    );
    expect(other.run('$exists(stolen)', {})).toBe(false);
  });
});

describe('texts in a realm', () => {
  it.each([
    '$length($pad("x", 500000000))',
    '$length($pad("x", -500000000))',
    '$length($reduce([1..29], function($a, $b) { $a & $a }, "x"))',
    '$length($join($map([1..900], function($i) { $pad("x", 39999) }), ","))',
    '$length($join([1..900].$string($), $pad("x", 39000)))',
    '$length($replace($pad("", 30000), " ", $pad("x", 39000)))',
    '$length($encodeUrlComponent($pad("", 39000, "%")))',
    '$length($formatNumber(1, $pad("", 39000, "0")) & $pad("x", 39000))',
    '$length($string([1..1000].($pad("x", 30000))))',
  ])('[expressions-texts] are refused before they take the memory of the process: %s', (expression) => {
    expect(newRealm().run(expression)).toMatch(/has more than 40000 characters|Invalid string length/);
  });

  it('[expressions-texts] of the length of the data are made as before', () => {
    const { run } = newRealm();
    expect(run('$length($pad("x", 40000))')).toBe(40_000);
    expect(run('$pad("x", -3, "#") & $join(["a", "b"], "-") & $replace("aa", "a", "bc")')).toBe('##xa-bbcbc');
    expect(run('$map(["a"], $uppercase)')).toBe('A');
  });
});

describe('what a realm remembers', () => {
  const heap = (): number => {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    return process.memoryUsage().heapUsed;
  };

  it.each([
    ['patterns', (index: number) => `$match("b", /(?:a{1,1000}b)(?:c{1,1000})x${String(index)}/)`],
    ['expressions', (index: number) => `${'1+'.repeat(1500)}${String(index)}`],
  ])('[expressions-memory] takes little of the memory of its thread: %s', (_, expressionOf) => {
    const { run } = newRealm();
    const text = Array.from({ length: 3000 }, (_item, at) => ((at * 7919) % 13 < 6 ? 'a' : 'b')).join('');
    run(expressionOf(0), text);
    const before = heap();
    for (let index = 0; index < 60; index++) run(expressionOf(index), text);
    expect(heap() - before).toBeLessThan(5_000_000);
    expect(run('$match("aab", /a+/).match')).toBe('aa');
  });
});

describe('data with members by which JSONata marks functions', () => {
  const marks = ['_jsonata_lambda', '_jsonata_function'];
  const data = { amount: 5000, options: { force: true }, list: ['x', 2, 3], path: '../secret' };
  const marked = (mark: string) => ({ ...data, [mark]: true, options: { ...data.options, [mark]: true } });

  it.each(marks)('[expressions-marks] is data like any other: %s', (mark) => {
    const { run } = newRealm();
    for (const expression of [
      'amount > 1000',
      '$exists(options.force)',
      '$boolean(options)',
      '$lookup($, "amount")',
      '$count(list)',
      '"x" in list',
      '$contains(path, "..")',
      '"amount" in $keys($)',
      '$type(options)',
      '**.force',
      '$contains($string($), "secret")',
      '$boolean($merge([$, {"a": 1}]))',
    ])
      expect(run(expression, marked(mark))).toEqual(run(expression, data));
    expect(run('$', marked(mark))).toEqual(marked(mark));
    expect(run('[options, {"o": options}]', marked(mark))).toHaveLength(2);
  });

  it('[expressions-marks] is no function that can be called', () => {
    const { run } = newRealm();
    const body = { type: 'string', value: 'called', position: 0 };
    const fake = { _jsonata_lambda: true, arguments: [], body, environment: {}, input: null };
    for (const expression of ['$f()', '$map([1], $f)', '$f ~> $string', '[1] ~> $map($f)'])
      expect(run(`($f := fake; ${expression})`, { fake })).not.toEqual('called');
    expect(run('$f := function($x) { $x }')).toMatch(/is or contains a function/);
    expect(run('{"f": $sum}')).toMatch(/is or contains a function/);
    expect(run('$map([1, 2], function($x) { $x + 1 })')).toEqual([2, 3]);
  });
});

describe('an expression in its realm', () => {
  it('[workflow-expressions] finds and makes members with the names of inherited ones', () => {
    const { run } = newRealm();
    expect(run('toString', { toString: 1 })).toBe(1);
    expect(run('{"toString": 1, "valueOf": 2}')).toEqual({ toString: 1, valueOf: 2 });
    expect(run('$merge([{"constructor": 1}, {"hasOwnProperty": 2}])')).toEqual({
      constructor: 1,
      hasOwnProperty: 2,
    });
  });

  it('[workflow-expressions] encodes and decodes base64 as Node does', () => {
    const { run } = newRealm();
    for (const text of ['', 'a', 'ab', 'abc', 'hällo', '\u0000ÿ', 'x'.repeat(100)]) {
      const encoded = Buffer.from(text, 'latin1').toString('base64');
      expect(run('$base64encode($)', text)).toBe(encoded);
      expect(run('$base64decode($)', encoded)).toBe(text);
    }
    expect(run('$base64decode("_-8")')).toBe(Buffer.from('_-8', 'base64').toString('latin1'));
  });
});
