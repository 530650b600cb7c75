import { Redaction } from './redaction.js';

const values = ['canary-token/+1', 'canary "quoted" ž', '12345678', 'canary-token'];
const redaction = Redaction.ofJson(values);

function cleaned(text: string): string {
  return redaction?.of(Buffer.from(text)).toString() ?? '';
}

describe('Redaction', () => {
  it('[hidden-values] takes values out of JSON however they are escaped in it', () => {
    for (const value of values) {
      const plain = JSON.stringify({ value });
      const forms = [
        plain,
        plain.replaceAll('/', '\\/'),
        plain.replaceAll('+', '\\u002B').replaceAll('ž', '\\u017E'),
        plain.replaceAll('ž', '\\u017e'),
        JSON.stringify({ text: plain }),
        JSON.stringify({ text: plain.replaceAll('/', '\\/') }),
      ];
      for (const form of forms) {
        expect(cleaned(form)).not.toMatch(/canary|12345678/);
        expect(() => JSON.parse(cleaned(form)) as unknown).not.toThrow();
      }
    }
    expect(cleaned('{"text":"Bearer canary-token."}')).toBe('{"text":"Bearer [redacted]."}');
  });

  it('[hidden-values] leaves numbers numbers', () => {
    expect(JSON.parse(cleaned('{"a":12345678,"b":-0.12345678}'))).toEqual({ a: 99999999, b: -0.99999999 });
  });

  it('[hidden-values] copies nothing when there is nothing to hide', () => {
    const bytes = Buffer.from('{"text":"canary"}');
    expect(redaction?.of(bytes)).toBe(bytes);
    expect(redaction?.stream().push(bytes)).toBe(bytes);
    expect([Redaction.ofJson([]), Redaction.ofText([])]).toEqual([undefined, undefined]);
  });

  it('[hidden-values] finds values that come in pieces, and keeps back no more than what could be one', () => {
    const text = 'data: {"a":"canary-token/+1 canary-toke canary-token"}\n\n';
    for (let size = 1; size <= text.length; size++) {
      const stream = redaction?.stream();
      let out = '';
      for (let at = 0; at < text.length; at += size)
        out += stream?.push(Buffer.from(text.slice(at, at + size))).toString() ?? '';
      expect(out).toMatch(/^data: .*canary-toke .*\n\n$/);
      expect(out).not.toMatch(/canary-token/);
      expect(stream?.end()).toHaveLength(0);
    }
    const half = redaction?.stream();
    expect(half?.push(Buffer.from('a canary-to')).toString()).toBe('a ');
    expect(half?.end().toString()).toBe('canary-to');
  });
});
