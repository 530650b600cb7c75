import { printJson } from '../exact-number.js';
import { ForeignJsonTooLarge, parsingForeignJson } from './foreign-json.js';

const limits = { maxDepth: 100, maxValues: 1000 };

function parsed(text: string, maxValues = limits.maxValues): unknown {
  const parsing = parsingForeignJson(text, { ...limits, maxValues });
  let step = parsing.next();
  while (step.done !== true) step = parsing.next();
  return step.value;
}

describe('parsingForeignJson', () => {
  it.each(['{"a":[1,"x",null]}', '"text"', '[9007199254740993123]', `[${'"x",'.repeat(500)}"😀"]`])(
    '[foreign-json] parses what is within the limits: %#',
    (text) => {
      expect(printJson(parsed(text))).toBe(text);
    },
  );

  it('[foreign-json] parses long text in parts', () => {
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index })));
    expect(JSON.stringify(parsed(text, 100_000))).toBe(text);
  });

  it.each([
    ['too many values', `[${'0,'.repeat(1000)}0]`, 'holds more than 1000 values'],
    ['too many levels', '['.repeat(101) + ']'.repeat(101), 'nests deeper than 100 levels'],
    ['levels without an end', '{"a":'.repeat(100_000), 'nests deeper than 100 levels'],
  ])('[foreign-json] refuses %s before parsing', (_, text, message) => {
    expect(() => parsed(text)).toThrow(ForeignJsonTooLarge);
    expect(() => parsed(text)).toThrow(message);
  });

  it('[foreign-json] refuses text that is not JSON', () => {
    for (const text of ['', '{', '[1,]', `[${' '.repeat(20_000)}x]`])
      expect(() => parsed(text)).toThrow(SyntaxError);
  });
});
