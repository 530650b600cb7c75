import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it.each([
  ['a\u202Eb', 'a⟨U+202E⟩b'],
  ['a\u200Bb\uFEFF', 'a⟨U+200B⟩b⟨U+FEFF⟩'],
  ['a\u{E0041}', 'a⟨U+E0041⟩'],
  ['👩‍💻 שלום می‌خواهم', '👩‍💻 שלום می‌خواهم'],
])('what cannot be seen in %j is written out', (text, shown) => {
  expect(plainText(text)).toBe(shown);
});
