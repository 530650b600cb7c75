import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModulesContainer, Reflector } from '@nestjs/core';
import type { z } from 'zod';
import type { Access } from '../security/access.js';
import { accessKey } from '../security/access.guard.js';
import { laneKey } from './bodies/body.guard.js';
import { validate, validateQuery } from './bodies/validate.js';
import {
  argumentsOf,
  controllerRoutes,
  type ControllerRoute,
  type RouteArgument,
} from './controller-routes.js';
import { FastPath } from './fast-path.js';
import { fastArgumentOf, type FastArgument } from './fast-argument.js';
import type { FastHandler } from './fast-exchange.js';

/** Puts the routes that say `lane: true` into the hot lane: with the path, access and arguments that their controllers declare. */
@Injectable()
export class FastRoutes implements OnModuleInit {
  constructor(
    private readonly modules: ModulesContainer,
    private readonly reflector: Reflector,
    private readonly lane: FastPath,
  ) {}

  onModuleInit(): void {
    const routes = controllerRoutes(this.modules);
    for (const route of routes) {
      const handler = route.handler as () => unknown;
      if (this.reflector.get<boolean | undefined>(laneKey, handler) !== true) continue;
      const access = this.reflector.get<Access>(accessKey, handler);
      if (access.for === 'public')
        throw new Error(`${route.path} is public: the hot lane is for callers with a token`);
      this.lane.register(route.method, route.path, {
        access,
        handler: handlerOf(route),
        words: wordsBeside(route, routes),
      });
    }
  }
}

/** What stands literally in other routes where `route` has its variable segment: `/api/servers/published/:name` is not a server's `mcp`. */
function wordsBeside({ method, path }: ControllerRoute, routes: readonly ControllerRoute[]): Set<string> {
  const own = path.split('/');
  const isVariable = (segment: string) => segment.startsWith(':');
  const words = routes
    .filter((other) => other.method === method)
    .map((other) => other.path.split('/'))
    .filter(
      (other) =>
        other.length === own.length &&
        other.every((segment, i) => segment === own[i] || isVariable(segment) || isVariable(own[i] ?? '')),
    )
    .map((other) => other[own.findIndex(isVariable)] ?? ':');
  return new Set(words.filter((word) => !isVariable(word)));
}

/** Nothing but what Nest would do for these few kinds of arguments, made out once. */
function handlerOf(route: ControllerRoute): FastHandler {
  const { instance, name } = route;
  const method = (instance as Record<string, (...args: unknown[]) => ReturnType<FastHandler>>)[name];
  if (method === undefined) throw new Error(`${route.path} has no handler`);
  const args = argumentsOf(route);
  const takes = args.map((argument) => takeOf(route, argument));
  const body = args.findIndex(({ from }) => from === 'body');
  const schema = args[body]?.schema as z.ZodType | undefined;
  const take = (exchange: Parameters<FastHandler>[0]): unknown[] => takes.map((one) => one(exchange));
  if (schema === undefined) return (exchange) => method.apply(instance, take(exchange));
  return async (exchange) => {
    const values = take(exchange);
    values[body] = validate(schema, (await exchange.json('keep')) ?? {});
    return method.apply(instance, values);
  };
}

function takeOf({ path }: ControllerRoute, { from, schema, factory }: RouteArgument): FastArgument {
  const own = factory && fastArgumentOf(factory);
  if (own !== undefined) return own;
  if (from === 'path') return ({ param }) => param;
  if (from === 'query' && schema !== undefined) return queryOf(schema as z.ZodType);
  // Read when all else is known to be right.
  if (from === 'body' && schema !== undefined) return () => undefined;
  throw new Error(`the hot lane does not know an argument of ${path}`);
}

function queryOf(schema: z.ZodType): FastArgument {
  const none: unknown = schema.parse({});
  return ({ query }) => (Object.keys(query).length === 0 ? none : validateQuery(schema, query));
}
