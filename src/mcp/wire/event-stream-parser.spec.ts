import { EventStreamParser, isEventStream, type StreamEvent } from './event-stream-parser.js';

type TextEvent = Omit<StreamEvent, 'data'> & { readonly data: string };

function parse(pieces: readonly (string | Buffer)[], maxBytes = 1000): TextEvent[] {
  const events: TextEvent[] = [];
  const parser = new EventStreamParser(maxBytes, (event) =>
    events.push({ ...event, data: event.data.toString('latin1') }),
  );
  for (const piece of pieces) parser.push(Buffer.from(piece));
  return events;
}

const stream = '\uFEFF: hello\r\nevent: a\r\ndata: one\rdata:two\n\nid: 7\r\rdata\n\r\n';
const events = [
  { event: 'a', data: 'one\ntwo', id: undefined },
  { event: 'message', data: '', id: '7' },
];

describe('An event stream', () => {
  it('is read whatever its line ends, in one piece and character by character', () => {
    expect(parse([stream])).toEqual(events);
    expect(parse(Array.from(stream))).toEqual(events);
    for (let at = 1; at < stream.length; at++)
      expect(parse([stream.slice(0, at), stream.slice(at)])).toEqual(events);
  });

  it('[large-outline] gives data as the bytes that came, but for those that are no UTF-8', () => {
    const bytes = Buffer.from('data: {"é":"😀"}\n\n');
    const data = bytes.toString('latin1', 6, bytes.length - 2);
    for (let at = 0; at <= bytes.length; at++)
      expect(parse([bytes.subarray(0, at), bytes.subarray(at)])).toEqual([
        { event: 'message', data, id: undefined },
      ]);
    const mended = parse([Buffer.from('data: a\xff\xe9b\n\n', 'latin1')])[0]?.data ?? '';
    expect(Buffer.from(mended, 'latin1').toString()).toBe('a\ufffd\ufffdb');
  });

  it('is told by its media type, whose letters have no case', () => {
    for (const type of ['text/event-stream', 'Text/Event-Stream; charset=utf-8'])
      expect(isEventStream({ 'content-type': type })).toBe(true);
    for (const type of ['application/json', 'text/event-streams', 'x-text/event-stream', undefined])
      expect(isEventStream({ 'content-type': type })).toBe(false);
  });

  it('has no event without data', () => {
    expect(parse(['event: a\n\n: b\n\n'])).toEqual([]);
  });

  it.each([
    ['a line', ['data: ', 'x'.repeat(2000)]],
    ['the lines of an event', Array<string>(20).fill(`data: ${'x'.repeat(100)}\n`)],
    ['the number of empty lines of an event', ['data\n'.repeat(2000)]],
  ])('may not be without end: %s is bounded', (_, pieces) => {
    expect(() => parse(pieces)).toThrow('MAX_RESULT_BYTES');
  });

  it('[event-lines] takes memory by its bytes, not by its lines', () => {
    const lines = Buffer.from('data\n'.repeat(10_000));
    let length = 0;
    const parser = new EventStreamParser(4_000_000, ({ data }) => {
      length = data.length;
    });
    const before = process.memoryUsage();
    for (let count = 0; count < 300; count++) parser.push(lines);
    const after = process.memoryUsage();
    parser.push(Buffer.from('\n'));
    expect(length).toBe(2_999_999);
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(100_000_000);
  });
});
