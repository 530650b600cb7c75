import { badSyntax } from '../project/config-format.js';
import { writePointer } from '../project/pointer.js';

type Table = Record<string, unknown>;

/** TOML as Codex keeps its servers in: what stands in a text, and where its members begin. Dates stay texts. */
export const tomlFormat = {
  /** Throws a failure that names the line. */
  parse: (text: string, path: string): unknown => new TomlReader(text, path).read().root,

  /** The offset of a member; for one that is missing that of the nearest that holds it. */
  locate: (text: string, pointer: string): number => {
    const { places } = new TomlReader(text, 'the file').read();
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const offset = places.get(at);
      if (offset !== undefined) return offset;
    }
    return 0;
  },
};

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\x1b',
  '"': '"',
  '\\': '\\',
};
const bareKey = /[\w-]+/y;
const scalar = /[^\s,\]}#]+(?: \d[\d:.+-]*Z?)?/y;
const space = /[ \t]*/y;
const gap = /(?:[ \t\r\n]|#[^\n]*)*/y;
const restOfLine = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;

class TomlReader {
  readonly root: Table = {};
  readonly places = new Map<string, number>();
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly path: string,
  ) {}

  read(): this {
    let table = this.root;
    let path: readonly string[] = [];
    for (this.take(gap); this.at < this.text.length; this.take(gap)) {
      const begin = this.at;
      if (this.text[this.at] !== '[') this.readPair(table, path);
      else {
        const isList = this.skip('[[');
        if (!isList) this.skip('[');
        this.take(space);
        const keys = this.readKeys();
        if (!this.skip(isList ? ']]' : ']')) this.fail('a ] is missing');
        ({ table, path } = this.open(keys, isList, begin));
      }
      if (this.take(restOfLine) === undefined) this.fail('the line should end here');
    }
    return this;
  }

  private open(keys: readonly string[], isList: boolean, begin: number): { table: Table; path: string[] } {
    const parents = isList ? keys.slice(0, -1) : keys;
    let { table, path } = this.inside(this.root, [], parents, begin);
    if (isList) {
      const name = keys.at(-1) ?? '';
      const list = Object.hasOwn(table, name) ? table[name] : [];
      if (!Array.isArray(list)) this.fail(`${name} is no list`);
      setMember(table, name, list);
      path = [...path, name, String((list as unknown[]).length)];
      (list as unknown[]).push((table = {}));
      this.places.set(writePointer(path), begin);
    }
    return { table, path };
  }

  /** The table behind names; those that are missing are made. */
  private inside(
    from: Table,
    path: readonly string[],
    names: readonly string[],
    begin: number,
  ): { table: Table; path: string[] } {
    let table = from;
    const reached = [...path];
    for (const name of names) {
      let next = Object.hasOwn(table, name) ? table[name] : undefined;
      if (next === undefined) setMember(table, name, (next = {}));
      reached.push(name);
      if (Array.isArray(next)) {
        reached.push(String(next.length - 1));
        next = next.at(-1);
      }
      if (typeof next !== 'object' || next === null) this.fail(`${name} is no table`);
      table = next as Table;
      const pointer = writePointer(reached);
      if (!this.places.has(pointer)) this.places.set(pointer, begin);
    }
    return { table, path: reached };
  }

  private readPair(from: Table, path: readonly string[]): void {
    const begin = this.at;
    const keys = this.readKeys();
    if (!this.skip('=')) this.fail('a = is missing');
    this.take(space);
    const { table, path: reached } = this.inside(from, path, keys.slice(0, -1), begin);
    const name = keys.at(-1) ?? '';
    if (Object.hasOwn(table, name)) this.fail(`${name} is there twice`);
    this.places.set(writePointer([...reached, name]), begin);
    setMember(table, name, this.readValue([...reached, name]));
  }

  private readKeys(): string[] {
    const keys: string[] = [];
    do {
      this.take(space);
      const quote = this.text[this.at];
      const key = quote === '"' || quote === "'" ? this.readText(quote) : this.take(bareKey);
      if (key === undefined) this.fail('a name is missing');
      keys.push(key);
      this.take(space);
    } while (this.skip('.'));
    return keys;
  }

  private readValue(path: readonly string[]): unknown {
    const first = this.text[this.at];
    if (first === '"' || first === "'") return this.readText(first);
    if (first === '[') return this.readList(path);
    if (first === '{') return this.readInlineTable(path);
    const word = this.take(scalar);
    if (word === undefined) this.fail('a value is missing');
    return plainValue(word);
  }

  private readList(path: readonly string[]): unknown[] {
    const items: unknown[] = [];
    this.at++;
    for (this.take(gap); !this.skip(']'); this.take(gap)) {
      const itemPath = [...path, String(items.length)];
      this.places.set(writePointer(itemPath), this.at);
      items.push(this.readValue(itemPath));
      this.take(gap);
      if (!this.skip(',') && this.text[this.at] !== ']') this.fail('a , or ] is missing');
    }
    return items;
  }

  private readInlineTable(path: readonly string[]): Table {
    const table: Table = {};
    this.at++;
    for (this.take(gap); !this.skip('}'); this.take(gap)) {
      this.readPair(table, path);
      this.take(gap);
      if (!this.skip(',') && this.text[this.at] !== '}') this.fail('a , or } is missing');
    }
    return table;
  }

  private readText(quote: string): string {
    const isLong = this.text.startsWith(quote.repeat(3), this.at);
    const end = isLong ? quote.repeat(3) : quote;
    this.at += end.length;
    if (isLong) this.take(/\r?\n/y);
    let read = '';
    while (!this.text.startsWith(end, this.at)) {
      const character = this.text[this.at];
      if (character === undefined || (!isLong && character === '\n')) this.fail('the text has no end');
      if (quote === '"' && character === '\\') read += this.readEscape();
      else {
        read += character;
        this.at++;
      }
    }
    this.at += end.length;
    // Up to two quotes may stand right before the end of a long text.
    for (; isLong && this.text[this.at] === quote; this.at++) read += quote;
    return read;
  }

  private readEscape(): string {
    if (this.take(/\\[ \t]*\r?\n[\s]*/y) !== undefined) return '';
    const code = this.take(/\\(?:u[\da-fA-F]{4}|U[\da-fA-F]{8}|x[\da-fA-F]{2})/y);
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code.slice(2), 16));
    const letter = escapes[this.text[this.at + 1] ?? ''];
    if (letter === undefined) this.fail('this escape is not known');
    this.at += 2;
    return letter;
  }

  private skip(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** What matches here; the sticky expression goes on from the current place. */
  private take(expression: RegExp): string | undefined {
    expression.lastIndex = this.at;
    const [found] = expression.exec(this.text) ?? [];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private fail(reason: string): never {
    throw badSyntax(this.path, this.text, this.at, `not TOML: ${reason}`);
  }
}

/** Also where the name is that of something that every object inherits. */
function setMember(table: Table, name: string, value: unknown): void {
  Object.defineProperty(table, name, { value, enumerable: true, configurable: true, writable: true });
}

function plainValue(word: string): unknown {
  if (word === 'true' || word === 'false') return word === 'true';
  const digits = word.replaceAll('_', '');
  const number = /^[+-]?(?:\d|\.\d|0[xob])/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isNaN(number) ? word : number;
}
