import { ExactNumber, parseJson, plainMembers, printJson, withPlainNumbers } from './exact-number.js';
import { isJsonObject } from './json.js';

const refuse = (source: string): never => {
  throw new Error(source);
};

describe('parseJson and printJson', () => {
  it.each([
    '9007199254740993123',
    '-9007199254740993123',
    '1e400',
    '-1E+400',
    '1e-400',
    '-0',
    '0.1234567890123456789',
    '12345678901234567890.10',
  ])('keep a number that a double would change: %s', (source) => {
    for (const text of [source, `[${source}]`, `{"a":{"b":[1,${source},"x"]},"c":${source}}`])
      expect(printJson(parseJson(text))).toBe(text);
    for (const spaced of [` ${source}`, `[\n\t${source} ]`, `[1,\r\n${source}]`, `{"a" : ${source}}`])
      expect(printJson(parseJson(spaced))).toBe(spaced.replaceAll(/\s/g, ''));
  });

  it.each(['1.0', '1e2', '1E+2', '0.50', '100e-2', '9007199254740992.0'])(
    'keep the text of a number only where that is asked for: %s',
    (source) => {
      expect(parseJson(`[${source}]`)).toEqual([Number(source)]);
      expect(printJson(parseJson(`[${source}]`, 'text'))).toBe(`[${source}]`);
    },
  );

  it.each(['0', '-1', '9007199254740991', '0.1', '1e-7', '1.7976931348623157e+308'])(
    'leave alone what JavaScript prints as it came: %s',
    (source) => {
      expect(parseJson(`[${source}]`, 'text')).toEqual([Number(source)]);
    },
  );

  it('look at nothing inside strings', () => {
    const text = '{"9007199254740993123":"9007199254740993123 \\" 1e400","a":"\\\\"}';
    expect(printJson(parseJson(text, 'text'))).toBe(text);
  });

  it.each(['[1.2.3e400]', '[00012345678901234567890]', '[1e400', '[-]', '[1234567890123456789 1]'])(
    'refuse what is no JSON: %s',
    (text) => {
      expect(() => parseJson(text, 'text')).toThrow(SyntaxError);
    },
  );

  it('take time in proportion to the length of a number', () => {
    const zeros = `0.${'0'.repeat(500_000)}1${'0'.repeat(500_000)}1`;
    expect(printJson(parseJson(`[${zeros}]`))).toBe(`[${zeros}]`);
  });

  it('leave no trace in what others print', () => {
    expect(JSON.stringify(parseJson('[9007199254740993123]'))).toBe('[9007199254740993000]');
    expect(printJson({ at: parseJson('1e400'), text: JSON.stringify(parseJson('[1e400]')) })).toBe(
      '{"at":1e400,"text":"[null]"}',
    );
  });
});

describe('ExactNumber', () => {
  it('is no object, and a number of JavaScript where nothing is lost by that', () => {
    const values = parseJson('{"a":1.0,"b":1e400}', 'text') as Record<string, unknown>;
    expect(isJsonObject(values['a'])).toBe(false);
    expect(plainMembers(values)).toEqual({ a: 1, b: new ExactNumber('1e400') });
    expect(withPlainNumbers(parseJson('{"a":[1.0,{"b":2e0}]}', 'text'), refuse)).toEqual({
      a: [1, { b: 2 }],
    });
    expect(() => withPlainNumbers(values, refuse)).toThrow('1e400');
  });
});
