import type { CallScope } from '../../../kernel/call-scope.js';
import type { EventStream } from '../../../platform/http/answers/event-stream.js';
import { fieldsOf } from '../../../mcp/wire/event-blocks.js';
import type { EventView } from './stream-ways.js';
import type { EventFeed } from './event-feed.js';

const pauseMs = { first: 100, longest: 5000 };

/** A stream of events that is kept for a client for as long as it likes, whatever happens to the server meanwhile. */
export interface RelayedStream {
  /** Opens the stream once more, after `lastEventId` if there was one. Rejects, or yields `undefined`, when it does not work out now. */
  again(lastEventId: string | undefined): Promise<EventFeed | undefined>;
  /** What the client gets of an event; `undefined`: nothing. */
  readonly shown?: EventView | undefined;
  /** Whether the event is the last one, or a proper end of the server's is the end of the stream. */
  isLast?(data: string): boolean;
  readonly endsWithServer: boolean;
}

/** Passes events on until the client leaves or the gateway stops; a stream that breaks off is opened once more. */
export async function relayEvents(
  stream: EventStream,
  scope: CallScope,
  first: EventFeed | undefined,
  relayed: RelayedStream,
): Promise<void> {
  let feed = first;
  let lastEventId: string | undefined;
  let pause = pauseMs.first;
  const last = { seen: false };
  const ways = {
    tell: (event: string) => {
      if (stream.open) stream.write(event);
    },
  };
  const isLeft = () => !stream.open || scope.cancelled;
  const left = new Promise<void>((resolve) => scope.onCancel(resolve));
  scope.onCancel(() => feed?.cancel());
  while (!isLeft()) {
    if (feed !== undefined) {
      let retryMs: number | undefined;
      feed.flow((block) => {
        const fields = fieldsOf(block);
        if (fields.id !== undefined) lastEventId = fields.id;
        retryMs = fields.retryMs ?? retryMs;
        if (relayed.isLast?.(fields.data) === true) last.seen = true;
        const shown = relayed.shown === undefined ? block : relayed.shown(block, ways);
        if (shown !== undefined) stream.write(shown);
      });
      const failure = await feed.ended;
      if (last.seen || (failure === undefined && relayed.endsWithServer)) return;
      pause = Math.min(retryMs ?? pauseMs.first, pauseMs.longest);
    }
    await Promise.race([after(pause * (0.5 + Math.random() / 2)), left]);
    pause = Math.min(pause * 2, pauseMs.longest);
    feed = isLeft() ? undefined : await relayed.again(lastEventId).catch(() => undefined);
    if (isLeft()) feed?.cancel();
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
