import type { LinkFailure } from '../../../mcp/wire/link-failure.js';

/** What can be done about a stream after an event of it has been looked at. */
export interface StreamWays {
  /** Tells the client something more, as long as the stream is open. */
  readonly tell: (event: string) => void;
  /** Ends the exchange with the server that the stream answers; absent where it answers none. */
  readonly end?: (failure: LinkFailure) => void;
}

/** What a client gets of an event of a stream; `undefined`: nothing. */
export type EventView = (block: string, ways: StreamWays) => string | undefined;
