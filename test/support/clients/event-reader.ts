import { waitFor } from '../wait-for.js';

/** One Server-Sent Event as it was received. */
export interface ReceivedEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id?: string;
}

/** Reads an event stream in the background and keeps what came. */
export class EventReader {
  readonly events: ReceivedEvent[] = [];
  readonly comments: string[] = [];
  /** How the stream ended; `undefined` while it runs. */
  ended: 'properly' | 'broken' | undefined;
  /** Settles when the stream has ended, properly or not. */
  readonly done: Promise<void>;

  constructor(readonly response: Response) {
    this.done = this.read();
  }

  /** The next event of this name, from those that came already or will. */
  async first(event: string, timeoutMs?: number): Promise<ReceivedEvent> {
    return waitFor(`event ${event}`, () => this.events.find((it) => it.event === event), timeoutMs);
  }

  named(event: string): ReceivedEvent[] {
    return this.events.filter((it) => it.event === event);
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      if (this.response.body !== null)
        for await (const chunk of this.response.body as unknown as AsyncIterable<Uint8Array>) {
          const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
          rest = blocks.pop() ?? '';
          for (const block of blocks) this.take(block);
        }
      this.ended = 'properly';
    } catch {
      this.ended = 'broken';
    }
  }

  private take(block: string): void {
    let event = 'message';
    let id: string | undefined;
    const data: string[] = [];
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) this.comments.push(line.slice(1).trim());
      else if (line.startsWith('event:')) event = line.slice(6).trim();
      else if (line.startsWith('id:')) id = line.slice(3).trim();
      else if (line.startsWith('data:')) data.push(line.slice(5).trim());
    }
    if (data.length > 0)
      this.events.push({
        ...{ event, data: JSON.parse(data.join('\n')) as unknown },
        ...(id === undefined ? {} : { id }),
      });
  }
}
