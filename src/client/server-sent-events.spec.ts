import { readEvents, type ServerSentEvent } from './server-sent-events.js';

/** Reads what comes in these pieces. */
async function read(...pieces: readonly (string | Uint8Array)[]): Promise<ServerSentEvent[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces)
      yield await Promise.resolve(typeof piece === 'string' ? Buffer.from(piece) : piece);
  }
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(chunks())) events.push(event);
  return events;
}

const stream = 'event: progress\nid: 7\ndata: {"a":\ndata: 1}\n\n: comment\n\ndata:plain\ndata\n\n';
const events = [
  { event: 'progress', data: '{"a":\n1}', id: '7' },
  { event: 'message', data: 'plain\n', id: '7' },
];

it.each(['\n', '\r\n', '\r'])('[client-stream] reads events whose lines end with %j', async (end) => {
  // Behind a single CR an LF may follow: what comes last is sure only with the next byte.
  expect(await read(`${stream.replaceAll('\n', end)}:${end}`)).toEqual(events);
});

it('[client-stream] reads the same wherever the connection cuts the bytes', async () => {
  const bytes = Buffer.from(stream.replaceAll('\n', '\r\n').replace('plain', 'früh 🌅'));
  const whole = await read(bytes);
  expect(whole[1]?.data).toBe('früh 🌅\n');
  for (let at = 1; at < bytes.length; at++)
    expect([at, await read(bytes.subarray(0, at), bytes.subarray(at))]).toEqual([at, whole]);
  expect(await read(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
});

it('[client-stream] drops an event that the end cuts off, and an event without data', async () => {
  expect(await read('event: result\ndata: 1\n\nevent: result\ndata: 2\n')).toEqual([
    { event: 'result', data: '1' },
  ]);
  expect(await read('event: result\n\ndata: 1\n\n')).toEqual([{ event: 'message', data: '1' }]);
});

it('[client-stream] takes one space after the colon away, skips a byte order mark and unknown fields', async () => {
  expect(await read('\ufeffdata:  two\nretry: 5\nother\n\n')).toEqual([{ event: 'message', data: ' two' }]);
});

it('[client-stream] reads a line of 5 MB that comes in 50,000 pieces in the time that it takes to read it once', async () => {
  const pieces = ['data: ', ...Array<string>(50_000).fill('x'.repeat(100)), '\n\n'];
  const before = process.cpuUsage();
  const [event] = await read(...pieces);
  expect(event?.data).toHaveLength(5_000_000);
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});
