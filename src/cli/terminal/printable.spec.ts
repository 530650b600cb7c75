import { cut, oneLine, printable } from './printable.js';
import { relativeTime } from './when.js';

it('[cli-lists] takes escape sequences and characters that turn text around out of what others wrote', () => {
  expect(printable('a\u001b[31mred\u0007\u009b2J\u202egpj.exe\r\nnext\tcell')).toBe(
    'a[31mred2Jgpj.exe\nnext\tcell',
  );
  expect(oneLine(' one\n\ttwo\u2028 ')).toBe('one two');
  expect([cut('abcdef', 4), cut('abcd', 4), cut('🌅🌅🌅', 2)]).toEqual(['abc…', 'abcd', '🌅…']);
});

it.each([
  ['2026-01-01T00:00:20Z', 'in less than a minute'],
  ['2025-12-31T23:59:30Z', 'just now'],
  ['2026-01-01T00:01:00Z', 'in 1 minute'],
  ['2025-12-31T21:00:00Z', '3 hours ago'],
  ['2026-03-31T23:59:58Z', 'in 90 days'],
])('[cli-lists] tells %s in words', (instant, words) => {
  expect(relativeTime(instant, Date.parse('2026-01-01T00:00:00Z'))).toBe(words);
});
