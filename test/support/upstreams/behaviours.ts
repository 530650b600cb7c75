import { createGzip } from 'node:zlib';
import type { Exchange, Json } from './recording-server.js';

/** How an upstream answers one request, well or badly. */
export type Behaviour = (exchange: Exchange) => void | Promise<void>;

export const text = (value: string): Json => ({ content: [{ type: 'text', text: value }] });

/** Answers with this result. */
export const answers =
  (result: Json): Behaviour =>
  (exchange) => {
    exchange.result(result);
  };

/** Answers with a JSON-RPC error. */
export const refuses =
  (code: number, message: string, status = 200): Behaviour =>
  (exchange) => {
    exchange.error(code, message, { status });
  };

/** Answers with a bare HTTP status. */
export const httpStatus =
  (status: number, headers?: Record<string, string>): Behaviour =>
  (exchange) => {
    exchange.send(status, '{"oops":true}', headers);
  };

/** Answers with an HTTP status and a body that is no JSON. */
export const says =
  (status: number, body: string): Behaviour =>
  (exchange) => {
    exchange.send(status, body, { 'content-type': 'text/plain' });
  };

/** Answers with this text, in which `$id` is the id of the request. */
export const writes =
  (body: string, headers?: Record<string, string>): Behaviour =>
  (exchange) => {
    exchange.send(200, body.replaceAll('$id', JSON.stringify(exchange.id)), headers);
  };

/** So many levels of arrays. */
export const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** Takes the request and says nothing. */
export const hangs: Behaviour = () => undefined;

/** Cuts the connection before a byte of the answer. */
export const resets: Behaviour = (exchange) => {
  exchange.reset();
};

/** Announces a JSON answer and cuts the connection in the middle of it. */
export const diesMidJson: Behaviour = ({ res, req }) => {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': '10000' });
  res.write('{"jsonrpc":"2.0","id":1,"result":{"content":[{"ty', () => req.socket.resetAndDestroy());
};

/** Sends one progress event and cuts the connection in the middle of the next. */
export const diesMidStream: Behaviour = (exchange) => {
  const stream = exchange.openStream();
  stream.notify('notifications/progress', { progressToken: exchange.progressToken, progress: 1 });
  stream.dieMidEvent();
};

/** Sends progress at intervals, and a result with the last of `steps`; for ever when there is no last. */
export const progresses =
  (everyMs: number, steps = Infinity, result: Json = text('done')): Behaviour =>
  (exchange) => {
    const stream = exchange.openStream();
    let progress = 0;
    const timer = setInterval(() => {
      stream.notify('notifications/progress', {
        progressToken: exchange.progressToken,
        progress: ++progress,
      });
      if (progress === steps) stream.result(result);
    }, everyMs);
    exchange.res.on('close', () => {
      clearInterval(timer);
    });
  };

/** Ends the event stream properly, but without an answer in it. */
export const endsStreamWithoutAnswer: Behaviour = (exchange) => {
  const stream = exchange.openStream();
  stream.res.end();
};

/** Says that the answer is JSON and sends something else. */
export const sendsGarbage: Behaviour = (exchange) => {
  exchange.send(200, '<html>not JSON</html>');
};

/** A text of so many bytes. */
export const sendsText =
  (bytes: number): Behaviour =>
  (exchange) => {
    exchange.result(text('x'.repeat(bytes)));
  };

/** A small gzip body that becomes so many bytes of JSON. */
export const gzipBomb =
  (bytes: number): Behaviour =>
  ({ res, id }) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    const gzip = createGzip({ level: 9 });
    gzip.on('error', () => undefined).pipe(res);
    gzip.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`);
    const block = Buffer.alloc(1_048_576, 0x61);
    let left = Math.ceil(bytes / block.length);
    const feed = () => {
      while (left-- > 0)
        if (!gzip.write(block)) {
          gzip.once('drain', feed);
          return;
        }
      gzip.end('"}]}}');
    };
    feed();
  };

/** Sends the caller elsewhere. */
export const redirects =
  (location: string, status = 307): Behaviour =>
  (exchange) => {
    exchange.res.writeHead(status, { location }).end();
  };

/** Answers when `gate` opens. */
export const waitsFor =
  (gate: Promise<unknown>, result: Json = text('done')): Behaviour =>
  async (exchange) => {
    await gate;
    if (!exchange.res.destroyed) exchange.result(result);
  };

/** A list of tools with one new tool on each page, and always another page. */
export function pagesForEver(): Behaviour {
  let page = 0;
  return (exchange) => {
    const name = `tool-${String(++page)}`;
    exchange.result({ tools: [{ name, inputSchema: { type: 'object' } }], nextCursor: String(page) });
  };
}
