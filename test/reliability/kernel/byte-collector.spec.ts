import { ByteCollector } from '../../../src/kernel/byte-collector.js';
import { freeableBytes, freeBytes } from '../../../src/kernel/freeable-bytes.js';

describe('ByteCollector', () => {
  it.each([0, 1_000_000])(
    '[large-freed] holds large bytes once while they come, with %i expected',
    (expected) => {
      const collector = new ByteCollector(expected);
      const piece = Buffer.alloc(50_000, 'a');
      const wanted = Buffer.alloc(20 * piece.length, 'a');
      const before = process.memoryUsage().arrayBuffers;
      for (let count = 0; count < 20; count++) collector.add(piece);
      // When nobody knows how much comes there is room for as much again.
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * wanted.length);
      const whole = collector.take();
      expect(whole.equals(wanted)).toBe(true);
      freeBytes(whole);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(wanted.length);
    },
  );
});

const large = 4_000_000;

it('[large-freed] the memory of large bytes is free at once', () => {
  const bytes = freeableBytes(large);
  const part = bytes.subarray(1000);
  const before = process.memoryUsage().arrayBuffers;
  freeBytes(part);
  expect(process.memoryUsage().arrayBuffers).toBeLessThanOrEqual(before - large);
});
