/** One event of an event stream. */
export interface ServerSentEvent {
  /** `message` when the stream does not say. */
  readonly event: string;
  readonly data: string;
  /** The last id that the stream gave. */
  readonly id?: string;
}

const lineEnd = /\r\n|\n|\r/;

/** Reads an event stream (WHATWG HTML §9.2). An event that the end cuts off is dropped, as the standard says. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  /** Pieces of the line that has no end yet: put together once, when it has. */
  let begun: string[] = [];
  /** A CR at the end may be the first half of CRLF. */
  let cr = '';
  let event = '';
  let id: string | undefined;
  let data: string[] = [];
  for await (const chunk of chunks) {
    const text = cr + decoder.decode(chunk, { stream: true });
    cr = text.endsWith('\r') ? '\r' : '';
    const [first = '', ...others] = text.slice(0, text.length - cr.length).split(lineEnd);
    begun.push(first);
    const next = others.pop();
    if (next === undefined) continue;
    const lines = [begun.join(''), ...others];
    begun = [next];
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0)
          yield { event: event || 'message', data: data.join('\n'), ...(id === undefined ? {} : { id }) };
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
      else if (field === 'id' && !value.includes('\0')) id = value;
    }
  }
}
