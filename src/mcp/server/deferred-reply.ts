import type { EventStream } from '../../platform/http/answers/event-stream.js';
import { Reply, StreamReply } from '../../platform/http/answers/reply.js';
import { emptyReply } from './rpc-reply.js';

type Json = Buffer | string;

/** Takes the messages of an answer that is a stream, from before there is a connection for it. */
export interface AnswerOutlet {
  write(message: Json): void;
  /** The connection that gets them, those from before first. */
  attach(stream: EventStream): void;
  end(): void;
}

/**
 * The answer to one JSON-RPC request whose form is open at first: plain JSON when the response comes before anything else, an event
 * stream as soon as the server has something to say before, or takes its time.
 */
export class DeferredReply {
  readonly reply: Promise<Reply | StreamReply>;
  private resolve!: (reply: Reply | StreamReply) => void;
  private finish!: () => void;
  private readonly finished = new Promise<void>((resolve) => (this.finish = resolve));
  private outlet: AnswerOutlet | undefined;
  private readonly patience: NodeJS.Timeout;
  private readonly wish: 'json' | 'either' | 'stream';
  private form: 'open' | 'json' | 'stream' = 'open';

  constructor(
    /** Silence after which the client gets a stream, whose comments keep its connection; milliseconds. */
    patienceMs: number,
    accept: string | undefined,
    private readonly openOutlet: () => AnswerOutlet = () => new PlainOutlet(),
  ) {
    this.wish = wishOf(accept);
    this.reply = new Promise((resolve) => (this.resolve = resolve));
    this.patience = setTimeout(() => {
      this.begin();
    }, patienceMs).unref();
  }

  /** Sends a message of the server that comes before the response. Whether the client can take it. */
  tell(message: Json): boolean {
    if (this.wish === 'json') return false;
    this.begin();
    this.outlet?.write(message);
    return true;
  }

  /** Sends the response. */
  end(response: Json, status = 200): void {
    clearTimeout(this.patience);
    if (this.wish === 'stream' && status === 200) this.begin();
    if (this.form === 'open') {
      this.form = 'json';
      this.resolve(new Reply(status, response, { 'content-type': 'application/json' }));
    } else {
      this.outlet?.write(response);
      this.close();
    }
  }

  /** Ends without a response: the client has cancelled the request. */
  drop(): void {
    clearTimeout(this.patience);
    if (this.form === 'open') this.resolve(emptyReply(202));
    this.close();
  }

  private begin(): void {
    clearTimeout(this.patience);
    if (this.form !== 'open' || this.wish === 'json') return;
    this.form = 'stream';
    const outlet = this.openOutlet();
    this.outlet = outlet;
    this.resolve(
      new StreamReply(async (stream) => {
        outlet.attach(stream);
        await this.finished;
      }),
    );
  }

  private close(): void {
    this.finish();
    this.outlet?.end();
  }
}

/** For clients that cannot come back for what they missed. */
class PlainOutlet implements AnswerOutlet {
  private readonly early: Json[] = [];
  private stream: EventStream | undefined;

  write(message: Json): void {
    if (this.stream === undefined) this.early.push(message);
    else if (Buffer.isBuffer(message)) this.stream.sendJson('message', message);
    else this.stream.write(eventOf(message));
  }

  attach(stream: EventStream): void {
    this.stream = stream;
    for (const message of this.early.splice(0)) this.write(message);
  }

  end(): void {
    // The reply ends with the request.
  }
}

/** Which form a client wants an answer in: the type that it names first counts for more. */
function wishOf(accept = ''): 'json' | 'either' | 'stream' {
  const stream = accept.indexOf('text/event-stream');
  if (stream < 0) return 'json';
  const json = accept.indexOf('application/json');
  return json < 0 || stream < json ? 'stream' : 'either';
}

/** A message as an event on one line: its line breaks stand between tokens, never in strings. */
export function eventOf(message: Json): string {
  const text = message.toString();
  return `event: message\ndata: ${text.replaceAll(/[\r\n]/g, ' ')}\n\n`;
}
