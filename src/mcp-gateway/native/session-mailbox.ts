import type { CallScope } from '../../kernel/call-scope.js';
import { StreamReply } from '../../platform/http/reply.js';
import type { EventStream } from '../../platform/http/event-stream.js';
import { eventOf } from './late-answer.js';

const maxKept = 100;

/** What a server says unasked: to the stream that the client keeps open for it, or kept for a while until there is one. */
export class SessionMailbox {
  private stream: EventStream | undefined;
  private readonly kept: string[] = [];

  get isOpen(): boolean {
    return this.stream?.open === true;
  }

  put(message: Buffer | string): void {
    if (this.stream?.open === true) {
      this.stream.write(eventOf(message));
      return;
    }
    this.kept.push(eventOf(message));
    if (this.kept.length > maxKept) this.kept.shift();
  }

  /** A stream for the client; the one before ends. */
  open(scope: CallScope): StreamReply {
    return new StreamReply(async (stream) => {
      this.stream?.end();
      this.stream = stream;
      for (const event of this.kept.splice(0)) stream.write(event);
      await new Promise<void>((resolve) => scope.onCancel(resolve));
      if (this.stream === stream) this.stream = undefined;
    });
  }

  close(): void {
    this.stream?.end();
  }
}
