import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';

/** A handler of a controller with its place in HTTP, as their decorators say. */
export interface ControllerRoute {
  readonly controller: Type;
  readonly instance: object;
  readonly name: string;
  readonly handler: object;
  /** In capitals. */
  readonly method: string;
  /** `/api/apps/:app`. */
  readonly path: string;
}

/** An argument of a handler that Nest takes out of the request. */
export interface RouteArgument {
  readonly from: 'body' | 'path' | 'query' | undefined;
  readonly index: number;
  /** The name of a parameter; without one, all of them. */
  readonly data: string | undefined;
  readonly schema: unknown;
  /** What makes the argument, where the decorator is not one of Nest's. */
  readonly factory?: object;
}

const places: Readonly<Record<number, RouteArgument['from']>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.PARAM]: 'path',
  [RouteParamtypes.QUERY]: 'query',
};

/** The routes of all controllers that Nest knows, in its order. */
export function controllerRoutes(modules: ModulesContainer): ControllerRoute[] {
  const controllers = [...modules.values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype, instance }) => routesOf(metatype as Type, instance));
}

function routesOf(controller: Type, instance: object): ControllerRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const method = handler && (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
    if (handler === undefined || method === undefined) return [];
    const parts = [controller, handler].map((it) => Reflect.getMetadata(PATH_METADATA, it) as string);
    const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
    return {
      controller,
      instance,
      name,
      handler,
      method: RequestMethod[method],
      path: `/${segments.join('/')}`,
    };
  });
}

/** What a handler gets, in its order. */
export function argumentsOf({
  controller,
  name,
}: Pick<ControllerRoute, 'controller' | 'name'>): RouteArgument[] {
  const metadata = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    Omit<RouteArgument, 'from'>
  >;
  return Object.entries(metadata)
    .map(([key, argument]) => ({ ...argument, from: places[placeOf(key)] }))
    .sort((a, b) => a.index - b.index);
}

/** Keys are `3:0` for Nest's own decorators and, for others, begin with random text that may look like a number at first: `3a…:0`. */
function placeOf(key: string): number {
  return Number(key.slice(0, key.indexOf(':')));
}
