import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { LaneExchange } from './lane-exchange.js';

/** Takes an argument of a handler out of a request in the hot lane. */
export type LaneArgument = (exchange: LaneExchange) => unknown;

const known = new WeakMap<object, LaneArgument>();

/** A decorator for arguments of handlers that requests reach in both ways: how the argument is made behind Express, and how in the hot lane. */
export function laneArgument(
  behindExpress: (execution: ExecutionContext) => unknown,
  inLane: LaneArgument,
): () => ParameterDecorator {
  const factory = (_: unknown, execution: ExecutionContext): unknown => behindExpress(execution);
  known.set(factory, inLane);
  return createParamDecorator(factory);
}

/** What a decorator made by `laneArgument` says, by what Nest keeps of it. */
export function laneArgumentOf(factory: object): LaneArgument | undefined {
  return known.get(factory);
}
