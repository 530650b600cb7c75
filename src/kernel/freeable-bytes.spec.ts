import { freeableBytes, freeBytes } from './freeable-bytes.js';

const large = 4_000_000;

it('[large-freed] memory of large bytes is free at once, and only once', () => {
  const bytes = freeableBytes(large);
  const part = bytes.subarray(1000);
  const before = process.memoryUsage().arrayBuffers;
  freeBytes(part);
  expect(process.memoryUsage().arrayBuffers).toBeLessThanOrEqual(before - large);
  expect([bytes.length, part.length]).toEqual([0, 0]);
  expect(() => {
    freeBytes(part);
  }).not.toThrow();
});

it.each([
  ['small ones', freeableBytes(1000).fill('a')],
  ['those of others', Buffer.alloc(large, 'a')],
  ['a view of what others hold', Buffer.from(new ArrayBuffer(large), 10, 1000).fill('a')],
])('[large-freed] leaves %s alone', (_, bytes) => {
  const copy = Buffer.from(bytes);
  freeBytes(bytes);
  expect(bytes.equals(copy)).toBe(true);
});
