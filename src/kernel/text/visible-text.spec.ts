import { visibleJson, visibleText } from './visible-text.js';

describe('What people approve', () => {
  it.each([
    ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
    ['text that is turned around', 'a\u202eb', 'a\\u202eb'],
    ['a tag', 'a\u{e0041}', 'a\\udb40\\udc41'],
    ['a space that is none', 'a\u00a0b c', 'a\\u00a0b c'],
    ['a filler', '\u3164', '\\u3164'],
    ['a line break', 'a\nb', 'a\\u000ab'],
  ])('[approvals-visible] shows %s', (_name, text, shown) => {
    expect(visibleText(text)).toBe(shown);
    expect(JSON.parse(visibleJson({ [text]: [text] }))).toEqual({ [text]: [text] });
    expect(visibleJson({ [text]: text }).replaceAll('\n', '')).toMatch(/^[ -~]*$/);
  });

  it('[approvals-visible] shows what is meant to be read as it is', () => {
    const value = { text: 'Grüße, 你好!', list: [1, true, null, []], none: {} };
    expect(visibleJson(value)).toBe(
      '{\n  "text": "Grüße, 你好!",\n  "list": [\n    1,\n    true,\n    null,\n    []\n  ],\n  "none": {}\n}',
    );
  });
});
