import type { IncomingMessage } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import type { BodyNumbers } from '../../kernel/json/json-body.js';
import type { Reply, StreamReply } from './answers/reply.js';
import type { MeasuredBody } from './bodies/body-reader.js';
import type { ClientCall } from './client-call.js';

/** A request that the lane answers, past authentication and access check. */
export interface FastExchange extends ClientCall {
  readonly req: IncomingMessage;
  /** The variable segment of the path; empty when it has none. */
  readonly param: string;
  readonly query: ParsedUrlQuery;
  /** Reads and parses the JSON body. */
  readonly json: (numbers?: BodyNumbers) => Promise<unknown>;
  /** Reads the body as it came. */
  readonly measured: () => Promise<MeasuredBody>;
}

/** Answers one kind of request; `undefined` when it has written the answer itself. */
export type FastHandler = (exchange: FastExchange) => Promise<Reply | StreamReply | undefined>;
