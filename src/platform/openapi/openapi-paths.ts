import { RequestMethod, type INestApplication, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { describedOf, headersOf, pathParameterOf, tagOf } from './api-description.js';
import type { OpenApiOperation, OpenApiParameter, OpenApiPaths } from './openapi-document.js';
import { toOpenApiSchema } from './openapi-schema.js';

const kinds: Readonly<Record<'body' | 'path' | 'query', number>> = {
  body: RouteParamtypes.BODY,
  path: RouteParamtypes.PARAM,
  query: RouteParamtypes.QUERY,
};

interface Route {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

/** An argument of a handler that Nest takes out of the request. */
interface Argument {
  readonly kind: number;
  readonly index: number;
  /** The name of a parameter; without one, all of them. */
  readonly data: string | undefined;
  readonly schema: unknown;
}

/** The operations of all controllers that Nest knows, in its order. */
export function openApiPaths(app: INestApplication): OpenApiPaths {
  const modules = [...app.get(ModulesContainer, { strict: false }).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  const paths: OpenApiPaths = {};
  for (const { metatype } of controllers)
    for (const { path, method, operation } of routesOf(metatype as Type))
      (paths[path] ??= {})[method] = operation;
  return paths;
}

function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const method = handler && (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
    if (handler === undefined || method === undefined) return [];
    const template = [controller, handler].map((it) => Reflect.getMetadata(PATH_METADATA, it) as string);
    return {
      path: toPath(template),
      method: RequestMethod[method].toLowerCase(),
      operation: operationOf(controller, name, handler),
    };
  });
}

/** `['api/apps', ':app/']` is `/api/apps/{app}`. */
function toPath(parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.map((segment) => segment.replace(/^:(\w+)/, '{$1}')).join('/')}`;
}

/** Its members in the order of the alphabet, as those of generated files should be. */
function operationOf(controller: Type, name: string, handler: object): OpenApiOperation {
  const described = describedOf(handler);
  if (described === undefined) throw new Error(`${controller.name}.${name} has no @Operation`);
  const { description, operationId, responses, security, summary, body } = described;
  const args = argumentsOf(controller, name);
  const schema = args.find(({ kind }) => kind === kinds.body)?.schema ?? body;
  return {
    ...(description === undefined ? {} : { description }),
    operationId,
    parameters: parametersOf(controller, handler, args),
    ...(schema === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': toOpenApiSchema(schema) } } }),
    responses: structuredClone(responses),
    security,
    summary,
    tags: [tagOf(controller)],
  };
}

function argumentsOf(controller: Type, name: string): Argument[] {
  const metadata = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    Argument
  >;
  return Object.entries(metadata)
    .map(([key, argument]) => ({ ...argument, kind: Number.parseInt(key, 10) }))
    .filter(({ schema }) => schema !== undefined)
    .sort((a, b) => a.index - b.index);
}

function parametersOf(controller: Type, handler: object, args: readonly Argument[]): OpenApiParameter[] {
  const inPath = pathParameterOf(handler) ?? pathParameterOf(controller);
  return [
    ...(inPath === undefined ? [] : [{ ...inPath }]),
    ...args.flatMap((argument) =>
      argument.kind === kinds.path
        ? [parameterOf(String(argument.data), 'path', true, toOpenApiSchema(argument.schema).schema)]
        : [],
    ),
    ...args.flatMap((argument) => (argument.kind === kinds.query ? queryOf(argument.schema) : [])),
    ...headersOf(handler),
  ];
}

/** One parameter for each member of the object that a query is. */
function queryOf(type: unknown): OpenApiParameter[] {
  const { properties = {}, required = [] } = toOpenApiSchema(type).schema as {
    properties?: Readonly<Record<string, object>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) =>
    parameterOf(name, 'query', required.includes(name), schema),
  );
}

function parameterOf(
  name: string,
  place: 'path' | 'query',
  required: boolean,
  schema: { readonly description?: unknown },
): OpenApiParameter {
  const { description } = schema;
  return { name, required, in: place, ...(typeof description === 'string' ? { description } : {}), schema };
}
