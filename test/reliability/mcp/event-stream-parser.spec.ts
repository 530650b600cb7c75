import { EventStreamParser } from '../../../src/mcp/wire/event-stream-parser.js';

/** Milliseconds of CPU time that the parser takes for these pieces. */
function cost(pieces: readonly string[]): number {
  const before = process.cpuUsage();
  const parser = new EventStreamParser(1e9, () => undefined);
  for (const piece of pieces) parser.push(Buffer.from(piece));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('An event stream', () => {
  it.each([
    ['one line in many pieces', () => Array<string>(500).fill('x'.repeat(65_536))],
    ['many lines', () => Array<string>(50).fill(':\n'.repeat(32_768))],
  ])('is parsed in time that grows with its length: %s', (_, pieces) => {
    expect(Math.min(cost(pieces()), cost(pieces()))).toBeLessThan(1000);
  });
});
