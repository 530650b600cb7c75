import { rpcErrorCodes } from '../wire/error-codes.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { StreamReply } from '../../platform/http/answers/reply.js';
import { EventLog, type EventLogLimits, type LoggedStream, type StreamPosition } from './event-log.js';
import { RpcRefusal } from './rpc-reply.js';

/** What a server says in a session: the streams of answers, and one for what it says unasked, kept for a while until it is heard. */
export class SessionMailbox {
  private readonly log: EventLog;
  private readonly unasked: LoggedStream;

  constructor(limits: EventLogLimits) {
    this.log = new EventLog(limits);
    this.unasked = this.log.open(false);
  }

  get isOpen(): boolean {
    return this.unasked.isHeard;
  }

  /** Says something unasked. */
  put(message: Buffer | string): void {
    this.unasked.write(message);
  }

  /** The stream of one answer. */
  answer(): LoggedStream {
    return this.log.open(true);
  }

  /** A stream for the client: what is said unasked, or the rest of the stream that the event is of. Throws a refusal. */
  open(scope: CallScope, lastEventId: string | undefined): StreamReply {
    const position = lastEventId === undefined ? undefined : this.position(lastEventId);
    const stream = position?.stream ?? this.unasked;
    return new StreamReply(async (connection) => {
      await new Promise<void>((leave) => {
        scope.onCancel(leave);
        stream.attach(connection, position?.after, leave);
        if (!connection.open) leave();
      });
      stream.detach(connection);
    });
  }

  close(): void {
    this.unasked.end();
  }

  /** Of what is said unasked there may be a gap; half an answer is none. */
  private position(lastEventId: string): StreamPosition {
    const position = this.log.find(lastEventId);
    if (position !== undefined && (position.stream === this.unasked || position.stream.has(position.after)))
      return position;
    throw new RpcRefusal(
      rpcErrorCodes.badRequest,
      'What came after this event is not kept any more (RESUME_EVENTS, RESUME_BYTES, RESUME_MS), or it is no event of this session.',
      { data: { reason: 'event_not_kept' } },
    );
  }
}
