import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastExchange } from './fast-exchange.js';

/** Takes an argument of a handler out of a request in the hot lane. */
export type FastArgument = (exchange: FastExchange) => unknown;

const known = new WeakMap<object, FastArgument>();

/** A decorator for arguments of handlers that requests reach in both ways: how the argument is made behind Express, and how in the hot lane. */
export function argumentOnBothWays(
  behindExpress: (execution: ExecutionContext) => unknown,
  inLane: FastArgument,
): () => ParameterDecorator {
  const factory = (_: unknown, execution: ExecutionContext): unknown => behindExpress(execution);
  known.set(factory, inLane);
  return createParamDecorator(factory);
}

/** What a decorator made by `laneArgument` says, by what Nest keeps of it. */
export function fastArgumentOf(factory: object): FastArgument | undefined {
  return known.get(factory);
}
