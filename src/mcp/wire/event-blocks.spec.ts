import { EventBlocks, fieldsOf } from './event-blocks.js';

describe('The blocks of an event stream', () => {
  it('[event-lines] are the same in one piece and in thousands', () => {
    const stream = `event: a\ndata: ${'x'.repeat(5000)}\n\nid: 7\r\ndata: two\r\n\r\n`;
    const blocks: string[] = [];
    const cut = new EventBlocks(100_000, (block) => blocks.push(block));
    for (const character of stream) cut.push(Buffer.from(character));
    expect(blocks).toHaveLength(2);
    expect(blocks.join('')).toBe(stream);
  });

  it.each(['\n\n', '\r\n\r\n', '\r\r', '\n\r\n', '\r\n\n', '\n\r', '\r\n\r', '\r\r\n'])(
    '[event-lines] end with the blank line %j, wherever the stream is cut',
    (blank) => {
      const stream = `data: a${blank}data: b${blank}data: c\n\n`;
      for (let at = 0; at <= stream.length; at++) {
        const blocks: string[] = [];
        const cut = new EventBlocks(1000, (block) => blocks.push(block));
        cut.push(Buffer.from(stream.slice(0, at)));
        cut.push(Buffer.from(stream.slice(at)));
        expect(blocks.map((block) => fieldsOf(block).data)).toEqual(['a', 'b', 'c']);
        expect(blocks.join('')).toBe(stream);
      }
    },
  );

  it('[event-lines] keep the fields of an event of many lines', () => {
    const lines = Array.from({ length: 5000 }, (_, index) => String(index));
    const block = `id: 7\nretry: 20\n${lines.map((line) => `data: ${line}`).join('\r\n')}\ndata\n\n`;
    expect(fieldsOf(block)).toEqual({ id: '7', retryMs: 20, data: [...lines, ''].join('\n') });
    expect(fieldsOf('data: a\rdata:b\r\r').data).toBe('a\nb');
    expect(fieldsOf(': nothing\n\n')).toEqual({ data: '' });
  });

  it('[event-lines] take memory by the bytes of an event, not by its lines', () => {
    const block = `${'data\n'.repeat(3_000_000)}\n`;
    const before = process.memoryUsage().heapUsed;
    expect(fieldsOf(block).data).toHaveLength(2_999_999);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  });
});
