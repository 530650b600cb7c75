// What runs inside a realm (./jsonata-realm.mjs), which loads it as text: neither function refers to anything outside of itself.

/** The template with the value of each expression in place of it. */
export async function fill(template, valueOf, path = []) {
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

/**
 * Freezes the realm and returns its evaluator, which takes and returns JSON text only: no object crosses the border of a realm.
 * @param {typeof import('jsonata') & { isFunctionObject: (value: unknown) => boolean }} jsonata
 * @param {typeof import('re2js').RE2JS} RE2JS
 * @param {typeof fill} fill
 * @param {{ stack: number, sequence: number, maxResultBytes: number, functions: readonly string[] }} settings `functions`: what JSONata defines
 */
export function createEvaluator(jsonata, RE2JS, fill, settings) {
  const { stack, sequence, maxResultBytes, functions } = settings;
  const maxRemembered = 200;
  /** Characters of a text, as many as the data of an expression may have. */
  const maxText = 4 * maxResultBytes;
  const { parse, stringify } = JSON;
  // Realms share the memory of their thread: what one account leaves behind must not take what the next needs.
  /** Of one evaluation: a pattern keeps up to 8 MiB of states that it has been in. */
  const patterns = { items: new Map(), weight: 0, most: Infinity };
  /** Weighed by characters, about 30 bytes each. */
  const expressions = { items: new Map(), weight: 0, most: 50_000 };
  /** Time stands still during an evaluation, so that a run that is resumed computes the same values. */
  let now = 0;

  function remembered(memory, key, make, weigh) {
    let value = memory.items.get(key);
    if (value !== undefined) return value;
    value = make();
    const weight = weigh(value);
    if (weight > memory.most) return value;
    if (memory.items.size >= maxRemembered || memory.weight + weight > memory.most) forget(memory);
    memory.items.set(key, value);
    memory.weight += weight;
    return value;
  }

  function forget(memory) {
    memory.items.clear();
    memory.weight = 0;
  }

  /** Takes the place of RegExp in JSONata: matches in linear time. */
  class LinearRegex {
    lastIndex = 0;

    constructor({ source, flags }) {
      const options =
        (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('m') ? RE2JS.MULTILINE : 0);
      this.pattern = remembered(
        patterns,
        `${flags} ${source}`,
        () => RE2JS.compile(source, options),
        () => source.length,
      );
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

  function setUpGlobals() {
    globalThis.Date = class extends Date {
      constructor(...parts) {
        if (parts.length === 0) super(now);
        else super(...parts);
      }

      static now() {
        return now;
      }
    };
    Math.random = () => {
      throw new Error('expressions have no random numbers');
    };
    // Where JSONata looks for them outside of Node.
    globalThis.window = { btoa: encodeBase64, atob: decodeBase64 };
    boundTexts();
    for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'console', 'eval', 'Function'])
      delete globalThis[name];
  }

  /**
   * A text that one step makes too long is refused before it is made: an allocation beyond the limit of a thread ends the process, since V8 can
   * end a thread between allocations only.
   */
  function boundTexts() {
    const bound = (prototype, name, lengthOf) => {
      const own = prototype[name];
      const value = function (...values) {
        requireShort(lengthOf(this, values));
        return own.apply(this, values);
      };
      Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
    };
    const lengthOfAll = (texts) => texts.reduce((sum, text) => sum + String(text).length, 0);
    bound(String.prototype, 'concat', (text, others) => text.length + lengthOfAll(others));
    bound(String.prototype, 'repeat', (text, [count]) => text.length * count);
    for (const name of ['padStart', 'padEnd']) bound(String.prototype, name, (_text, [length]) => length);
    bound(Array.prototype, 'join', (items, [separator = ',']) => {
      const between = (items.length - 1) * String(separator).length;
      requireShort(between);
      return items.reduce((sum, item) => sum + (typeof item === 'string' ? item.length : 0), between);
    });
  }

  function requireShort(length) {
    if (length > maxText)
      throw new Error(`a text has more than ${maxText} characters (four times WORKFLOW_MAX_RESULT_BYTES)`);
  }

  /** The function with a result that is bounded, too. */
  function boundResult(builtin) {
    const { implementation } = builtin;
    const checked = (result) => {
      if (typeof result === 'string') requireShort(result.length);
      return result;
    };
    builtin.implementation = function (...values) {
      const result = implementation.apply(this, values);
      return typeof result?.then === 'function' ? result.then(checked) : checked(result);
    };
    Object.defineProperty(builtin.implementation, 'length', { value: implementation.length });
  }

  /** The low byte of each character, as `Buffer.from(text, 'latin1')` takes it. */
  function encodeBase64(text) {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const parts = [];
    for (let at = 0; at < text.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((offset) => text.charCodeAt(at + offset) & 255);
      const bits = (a << 16) | (b << 8) | c;
      const left = text.length - at;
      parts.push(digits[bits >> 18], digits[(bits >> 12) & 63]);
      parts.push(left > 1 ? digits[(bits >> 6) & 63] : '=', left > 2 ? digits[bits & 63] : '=');
    }
    return parts.join('');
  }

  /** A character for each byte. Both alphabets of RFC 4648; other characters are skipped. */
  function decodeBase64(text) {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const parts = [];
    let bits = 0;
    let count = 0;
    for (const character of text) {
      if (character === '=') break;
      const digit = digits.indexOf(character === '-' ? '+' : character === '_' ? '/' : character);
      if (digit < 0) continue;
      bits = ((bits << 6) | digit) & 0xffff;
      count += 6;
      if (count < 8) continue;
      count -= 8;
      parts.push(String.fromCharCode((bits >> count) & 255));
    }
    return parts.join('');
  }

  /** Freezes what `roots` lead to. */
  function freezeAll(roots) {
    const seen = new Set();
    const open = [...roots];
    while (open.length > 0) {
      const value = open.pop();
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value))
        continue;
      seen.add(value);
      for (const key of Reflect.ownKeys(value)) {
        const { value: member, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
        open.push(member, get, set);
      }
      open.push(Reflect.getPrototypeOf(value));
      Object.freeze(value);
    }
  }

  /** A frozen prototype would forbid its members as own members of the objects below: `{"toString": 1}` is data like any other. */
  function keepOverridable(prototype, names = Object.getOwnPropertyNames(prototype)) {
    for (const name of names) {
      const { value, writable } = Object.getOwnPropertyDescriptor(prototype, name);
      if (writable !== true) continue;
      Object.defineProperty(prototype, name, {
        get: () => value,
        set(own) {
          if (this === prototype) throw new TypeError('frozen');
          Object.defineProperty(this, name, {
            ...{ value: own, writable: true, enumerable: true, configurable: true },
          });
        },
        enumerable: false,
        configurable: false,
      });
    }
  }

  /** JSONata notes at a function where it was called last, for its messages. */
  function keepPlaceOfCall(builtin) {
    for (const name of ['token', 'position']) {
      let last;
      Object.defineProperty(builtin, name, {
        get: () => last,
        set: (value) => {
          if (typeof value !== 'object' && typeof value !== 'function') last = value;
        },
      });
    }
  }

  function freezeRealm(builtins) {
    for (const { prototype } of [Object, Error, TypeError, RangeError, SyntaxError])
      keepOverridable(prototype);
    // JSONata counts what is added to a sequence.
    keepOverridable(Array.prototype, ['push']);
    for (const [index, builtin] of builtins.entries()) {
      keepPlaceOfCall(builtin);
      boundResult(builtin);
      if (functions[index] === 'eval')
        builtin.implementation = () => {
          throw new Error('expressions do not evaluate other expressions');
        };
    }
    const hidden = [
      async () => undefined,
      function* () {},
      async function* () {},
      [][Symbol.iterator](),
      new Map()[Symbol.iterator](),
      new Set()[Symbol.iterator](),
      ''[Symbol.iterator](),
      ''.matchAll(/x/g),
      LinearRegex,
      jsonata,
    ];
    Object.freeze(RE2JS);
    Object.freeze(RE2JS.prototype);
    const globals = Object.getOwnPropertyNames(globalThis).map((name) => globalThis[name]);
    freezeAll([...globals.filter((value) => value !== globalThis), ...hidden, ...builtins]);
  }

  function compile(text) {
    const expression = jsonata(text, { stack, sequence, RegexEngine: LinearRegex });
    if (hasTransform(expression.ast())) throw new Error('it transforms an object in place (| … | … |)');
    return expression;
  }

  /** Transforms write to what their pattern finds, which may be a built-in function. */
  function hasTransform(tree) {
    const seen = new Set();
    const open = [tree];
    while (open.length > 0) {
      const node = open.pop();
      if (typeof node !== 'object' || node === null || seen.has(node)) continue;
      seen.add(node);
      if (node.type === 'transform') return true;
      for (const part of Object.values(node)) open.push(part);
    }
    return false;
  }

  function tooLarge() {
    return new Error(`the value has more than ${maxResultBytes} bytes (WORKFLOW_MAX_RESULT_BYTES)`);
  }

  /** As JSON; a value that grows too large is given up before it is written out. */
  function serialize(value) {
    let size = 0;
    const json = stringify(value, (name, member) => {
      if (typeof member === 'function' || jsonata.isFunctionObject(member))
        throw new Error('the value is or contains a function');
      size += name.length + (typeof member === 'string' ? member.length : 4);
      if (size > maxResultBytes) throw tooLarge();
      return member;
    });
    return json ?? 'null';
  }

  function messageOf(error) {
    if (error?.code === 'D1011') return `it calls itself too deeply (WORKFLOW_EXPRESSION_STACK)`;
    if (error?.code === 'D2015') return `it makes too long a sequence (WORKFLOW_EXPRESSION_SEQUENCE)`;
    return String(error?.message ?? error).slice(0, 500);
  }

  /** JSON of `{ json }`, or of `{ fault, at }` where `at` names the expression that failed. */
  async function evaluate(text) {
    const at = {};
    try {
      const job = parse(text);
      now = job.now;
      const filled = await fill(job.template, async (site) => {
        Object.assign(at, site);
        const expression = remembered(
          expressions,
          site.expression,
          () => compile(site.expression),
          () => site.expression.length,
        );
        return await expression.evaluate(job.data, job.variables);
      });
      return stringify({ json: serialize(filled) });
    } catch (error) {
      if (Number.isInteger(error?.position)) at.position = error.position;
      return stringify({ fault: messageOf(error), ...(at.path === undefined ? {} : { at }) });
    } finally {
      forget(patterns);
    }
  }

  setUpGlobals();
  // The microtasks of this realm run before the script that queued them returns.
  let result;
  void jsonata(`[${functions.map((name) => `$${name}`).join()}]`)
    .evaluate(null)
    .then(freezeRealm)
    .then(
      () => {
        result = '';
      },
      (error) => {
        result = messageOf(error);
      },
    );
  return {
    /** '' once the realm is set up. */
    result: () => result,
    begin: (text) => {
      result = undefined;
      void evaluate(text).then((answer) => {
        result = answer;
      });
    },
  };
}
