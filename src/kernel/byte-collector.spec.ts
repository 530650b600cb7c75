import { ByteCollector } from './byte-collector.js';
import { freeableBytes, freeBytes, ownBytes } from './freeable-bytes.js';

describe('ByteCollector', () => {
  it.each([0, 3, 10, 1000])('puts pieces together, with %i bytes expected', (expected) => {
    const collector = new ByteCollector(expected);
    for (const piece of ['ab', '', 'cde', 'f', 'ghij']) collector.add(Buffer.from(piece));
    expect(collector.length).toBe(10);
    expect(collector.take().toString()).toBe('abcdefghij');
  });

  it('begins anew after the whole was taken, and leaves what was taken alone', () => {
    const collector = new ByteCollector(4);
    collector.add(Buffer.from('ab'));
    collector.add(Buffer.from('cd'));
    const first = collector.take();
    collector.add(Buffer.from('ef'));
    collector.add(Buffer.from('gh'));
    expect([first.toString(), collector.take().toString()]).toEqual(['abcd', 'efgh']);
    expect(collector.take()).toHaveLength(0);
  });

  it.each([0, 1_000_000])(
    '[large-freed] hands out large bytes that can be freed, with %i expected',
    (expected) => {
      const collector = new ByteCollector(expected);
      const piece = Buffer.alloc(50_000, 'a');
      for (let count = 0; count < 20; count++) collector.add(piece);
      const whole = collector.take();
      expect(whole.equals(Buffer.alloc(20 * piece.length, 'a'))).toBe(true);
      freeBytes(whole);
      expect(whole).toHaveLength(0);
    },
  );

  it('[large-freed] frees pieces that are theirs alone when the next come, and not before', () => {
    const collector = new ByteCollector();
    const reads = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(65_536, letter));
    reads.forEach(ownBytes);
    const halves = reads.flatMap((read) => [read.subarray(0, 30_000), read.subarray(30_000)]);
    const held = halves.map((half) => {
      collector.add(half);
      return reads.map((read) => read.toString('latin1', 0, 1)).join('');
    });
    expect(held).toEqual(['abcd', 'abcd', 'bcd', 'bcd', 'cd', 'cd', 'd', 'd']);
    const whole = collector.take();
    expect(whole.toString()).toBe(['a', 'b', 'c', 'd'].map((letter) => letter.repeat(65_536)).join(''));
    expect(reads[3]).toHaveLength(65_536);
  });

  it('[large-freed] leaves a piece that came alone to whoever takes it', () => {
    const collector = new ByteCollector();
    const read = Buffer.alloc(65_536, 'a');
    ownBytes(read);
    collector.add(read);
    expect(collector.take()).toHaveLength(65_536);
    collector.add(Buffer.alloc(65_536, 'b'));
    collector.add(Buffer.alloc(65_536, 'c'));
    expect(read).toHaveLength(65_536);
  });

  it('writes into no piece that it was given', () => {
    const given = Buffer.from('abXXXX');
    const collector = new ByteCollector();
    collector.add(given.subarray(0, 2));
    collector.add(Buffer.from('cd'));
    collector.take();
    expect(given.toString()).toBe('abXXXX');
  });
});

const large = 4_000_000;

it('[large-freed] large bytes are freed at once, with all views of them, and only once', () => {
  const bytes = freeableBytes(large);
  const part = bytes.subarray(1000);
  freeBytes(part);
  expect([bytes.length, part.length]).toEqual([0, 0]);
  expect(() => {
    freeBytes(part);
  }).not.toThrow();
});

it.each([
  ['small ones', freeableBytes(1000).fill('a')],
  ['what may lie beside others', owned(Buffer.from('a'.repeat(1000)))],
  ['those of others', Buffer.alloc(large, 'a')],
  ['a view of what others hold', Buffer.from(new ArrayBuffer(large), 10, 1000).fill('a')],
])('[large-freed] leaves %s alone', (_, bytes) => {
  const copy = Buffer.from(bytes);
  freeBytes(bytes);
  expect(bytes.equals(copy)).toBe(true);
});

function owned(bytes: Buffer): Buffer {
  ownBytes(bytes);
  return bytes;
}
