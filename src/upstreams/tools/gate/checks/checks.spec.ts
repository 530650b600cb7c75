import type { Checks } from '../../../../apps/document/policies/checks.schema.js';
import { ExactNumber } from '../../../../kernel/json/exact-number.js';
import { checkedValue, type CheckedPart } from './checked-value.js';

function after(value: unknown, checks: Checks, part: CheckedPart = 'result'): unknown {
  const work = checkedValue(value, checks, part);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const all = { pii: ['email', 'card', 'iban', 'phone'] } as const satisfies { pii: readonly string[] };
const personal = (text: string) => after(text, { pii: [...all.pii] });
const allowed =
  (...urls: string[]) =>
  (text: string) =>
    after(text, { urls });

describe('Personal data', () => {
  it.each([
    ['write to ana.b+c@mail.example.com, please', 'write to [email], please'],
    ['ünal@münchen.example', '[email]'],
    ['order 12 4111 1111 1111 1111 today', 'order 12 [card] today'],
    ['4111-1111-1111-1111', '[card]'],
    ['5555555555554444', '[card]'],
    ['DE89 3704 0044 0532 0130 00 and more', '[iban] and more'],
    ['gb29nwbk60161331926819', '[iban]'],
    ['call +49 (0)30 901820 now', 'call [phone] now'],
    ['(555) 123-4567', '[phone]'],
  ])('[checks-pii] is found in %s', (text, left) => {
    expect(personal(text)).toBe(left);
  });

  it.each([
    ...['4111 1111 1111 1112', 'DE88370400440532013000', '0.4111111111111111', '2026-11-23 10:15'],
    ...['npm i @scope/name', 'id 1234567890', '192.168.100.200', 'a@b', 'v1.20.300.4000'],
  ])('[checks-pii] is not seen in %s', (text) => {
    expect(personal(text)).toBe(text);
  });

  it('[checks-pii] is found in numbers, names of members and what is base64', () => {
    const blob = Buffer.from('to ana@example.com').toString('base64');
    const big = new ExactNumber('4111111111111111');
    expect(
      after({ a: [4111111111111111, big], 'ana@example.com': 1, blob }, { pii: ['card', 'email'] }),
    ).toEqual({
      a: ['[card]', '[card]'],
      '[email]': 1,
      blob: Buffer.from('to [email]').toString('base64'),
    });
  });
});

describe('A check', () => {
  it('[checks-untouched] that finds nothing gives back the very value', () => {
    const value = { content: [{ type: 'text', text: 'fine' }], big: new ExactNumber('1e400'), blob: '/9j/' };
    const checks: Checks = {
      secrets: 'redact',
      pii: [...all.pii],
      invisibleText: 'strip',
      urls: ['https://a.example/*'],
    };
    expect(after(value, checks)).toBe(value);
  });

  it.each([
    ['lines of JSON', '{"a":"ana@example.com","n":[1,2,3]},\n', 1],
    ['telephones without an end', '030-123-', 0],
    ['another script', 'Привет ana@example.com, мир. ', 1],
    ['a single word', 'QUJDREVGRw', 0],
    ['pictures that are joined', '👩\u200d💻', 0],
    ['keys without an end', 'sk-', 0],
  ])('[checks-pieces] takes its turns also where a text never stops: %s', (_, unit, mails) => {
    const text = unit.repeat(Math.ceil(300_000 / unit.length));
    const checks: Checks = {
      secrets: 'redact',
      pii: [...all.pii],
      invisibleText: 'strip',
      urls: ['a.example'],
    };
    const work = checkedValue(text, checks, 'result');
    let turns = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) turns++;
    expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / 40_000));
    const left = String(step.value);
    expect(left.includes('@')).toBe(false);
    expect(left.split('[email]').length - 1).toBe(mails * Math.ceil(300_000 / unit.length));
  });

  it('[checks-pieces] overlooks nothing where words end in the middle of what it looks for', () => {
    for (let pad = 32_700; pad < 32_800; pad += 3) {
      const text = `${'x'.repeat(pad)} Bearer abcdefghijklmnopqrstuvwxyz0123456789 ${'y'.repeat(1000)}`;
      expect(String(after(text, { secrets: 'redact' }))).not.toContain('abcdef');
    }
  });

  it('[checks-pieces] refuses a text that could only be looked at as one', () => {
    const value = { password: 'x'.repeat(100_000) };
    expect(() => after(value, { secrets: 'redact' })).toThrow('cannot be checked');
    expect(after({ password: 'x'.repeat(1000) }, { secrets: 'redact' })).toEqual({ password: '[redacted]' });
  });

  it('[checks-untouched] goes through long texts in pieces and leaves none out', () => {
    const text = `${'some words. and more '.repeat(5000)}ana@example.com${' and so on. the end '.repeat(5000)}`;
    expect(after(text, { pii: ['email'] })).toBe(text.replace('ana@example.com', '[email]'));
  });

  it('[checks-sizes] refuses more bytes of JSON than it allows', () => {
    expect(after('ää', { maxResultBytes: 6 })).toBe('ää');
    expect(() => after('äää', { maxResultBytes: 6 })).toThrow('more than 6 bytes');
    expect(() => after({ a: 1 }, { maxArgumentBytes: 6 }, 'arguments')).toThrow(
      'policies.checks.maxArgumentBytes',
    );
  });

  it('[checks-secrets] redacts secrets, or refuses them', () => {
    const secret = `ghp_${'a1'.repeat(18)}`;
    expect(after({ password: 'x', text: `key ${secret}` }, { secrets: 'redact' })).toEqual({
      password: '[redacted]',
      text: 'key [redacted]',
    });
    expect(() => after([secret], { secrets: 'deny' }, 'arguments')).toThrow('The arguments hold a secret');
    const whole = { password: 1.5, token: 12345678, secret: { a: 'b' }, total_tokens: 12, secrets: true };
    expect(after(whole, { secrets: 'redact' })).toEqual({
      ...{
        password: '[redacted]',
        token: '[redacted]',
        secret: '[redacted]',
        total_tokens: 12,
        secrets: true,
      },
    });
    expect(() => after(whole, { secrets: 'deny' })).toThrow('The result holds a secret');
    expect(after(whole, { pii: ['email'] })).toBe(whole);
  });

  it('[checks-depth] refuses to measure what is nested too deeply', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
    expect(() => after(deep, { maxResultBytes: 1_000_000 })).toThrow('nested too deeply');
    expect(() => after(deep, { maxResultBytes: 100 })).toThrow('nested too deeply');
  });

  it('[checks-depth] refuses what is nested too deeply to be looked at', () => {
    let value: unknown = 'x';
    for (let level = 0; level < 200; level++) value = [value];
    expect(() => after(value, { pii: ['email'] })).toThrow('nested too deeply');
  });
});

describe('Invisible text', () => {
  const tags = String.fromCodePoint(0xe0072, 0xe0075, 0xe006e);

  it.each([
    [`a${tags}b`, 'ab'],
    ['a\u200bb\u2060c\ufeff', 'abc'],
    ['\u202egnp.exe\u202c', 'gnp.exe'],
    ['\u001b[31mred', '[31mred'],
    ['x\ufe01\u{e0101}', 'x'],
    ['\u3164\u2800', ''],
  ])('[checks-invisible] of %j leaves %j', (text, left) => {
    expect(after(text, { invisibleText: 'strip' })).toBe(left);
    expect(() => after(text, { invisibleText: 'deny' })).toThrow('invisible text');
  });

  it.each(['👩‍💻 ❤️ 1️⃣', 'می‌خواهم', 'a\tb\nc', 'naïve — “quoted”'])(
    '[checks-invisible] is not in %s',
    (text) => {
      expect(after(text, { invisibleText: 'deny' })).toBe(text);
    },
  );
});

describe('Addresses', () => {
  const docs = allowed('https://*.example.com/*', 'http://localhost:8080', 'intern.example');

  it.each([
    'see https://docs.example.com/a?b=c#d, and http://localhost:8080/x.',
    '[a](https://docs.example.com/x)[b](https://docs.example.com/y)',
    '(https://docs.example.com) "https://docs.example.com"',
    'https://DOCS.example.com:443/',
    'http://intern.example/any/path',
    'a // comment, c:\\dir, 12:30, key: value, x://',
  ])('[checks-urls] lets %s pass', (text) => {
    expect(docs(text)).toBe(text);
  });

  it.each([
    'https://evil.example/',
    'https://docs.example.com.evil.example/',
    'https://docs.example.com@evil.example/',
    'https://evil.example/https://docs.example.com/',
    'https://evil.example/?x=.example.com/',
    'https://evil.example\\@docs.example.com/',
    'https:\\\\docs.example.com/',
    'https:/docs.example.com/',
    'https:docs.example.com/',
    'https://docs.example.com:8443/',
    'https://docs%2eexample.com/',
    'https://dоcs.example.com/',
    'https://docs.example.com).evil.example/',
    'https://docs.example.com,@evil.example/',
    'http://0x7f.1/',
    'http://docs.example.com/',
    'ftp://docs.example.com/',
    'vscode://docs.example.com/',
    '//evil.example/x.png',
    'www.evil.example',
    'xxhttps://evil.example/',
  ])('[checks-urls] refuses %s, and does not show it', (text) => {
    expect(() => after({ text }, { urls: ['https://*.example.com/*'] }, 'arguments')).toThrow('an address');
    expect(after(`before ${text} after`, { urls: ['https://*.example.com/*'] })).toMatch(
      /^before \S{0,4}\[address removed\]\S{0,1} after$/,
    );
  });

  it('[checks-urls] does not let a path leave what a pattern allows', () => {
    const rules = allowed('https://a.example/docs/*');
    expect(rules('https://a.example/docs/x')).toBe('https://a.example/docs/x');
    for (const path of ['docs/../admin', 'docs/%2e%2e/admin', 'docs/,/../../admin'])
      expect(rules(`https://a.example/${path}`)).not.toContain('admin');
  });

  it('[checks-urls] leaves the names of resources their own schemes', () => {
    const value = {
      contents: [
        { uri: 'note://one', text: 'x' },
        { uri: 'https://evil.example/', text: 'y' },
      ],
    };
    expect(after(value, { urls: ['https://a.example/*'] })).toEqual({
      contents: [
        { uri: 'note://one', text: 'x' },
        { uri: '[address removed]', text: 'y' },
      ],
    });
  });
});
