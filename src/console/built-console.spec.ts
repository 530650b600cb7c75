import { takes } from './built-console.js';

describe('Accept-Encoding', () => {
  it.each([
    ['gzip, deflate, br', 'br', true],
    ['gzip;q=1.0, br;q=0.5', 'br', true],
    ['GZIP', 'gzip', true],
    ['gzip, br;q=0', 'br', false],
    ['br ; q=0.000', 'br', false],
    ['', 'gzip', false],
    ['brotli', 'br', false],
  ])('of %j takes %s: %s', (header, coding, expected) => {
    expect(takes(header, coding)).toBe(expected);
  });
});
