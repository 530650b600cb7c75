import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import {
  argumentsOf,
  controllerRoutes,
  type ControllerRoute,
  type RouteArgument,
} from '../http/controller-routes.js';
import { describedOf, headersOf, pathParameterOf, tagOf } from './api-description.js';
import type { OpenApiOperation, OpenApiParameter, OpenApiPaths } from './openapi-document.js';
import { toOpenApiSchema } from './openapi-schema.js';

/** The operations of all controllers that Nest knows, in its order. */
export function openApiPaths(app: INestApplication): OpenApiPaths {
  const paths: OpenApiPaths = {};
  for (const route of controllerRoutes(app.get(ModulesContainer, { strict: false }))) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  return paths;
}

/** Its members in the order of the alphabet, as those of generated files should be. */
function operationOf(route: ControllerRoute): OpenApiOperation {
  const { controller, name, handler } = route;
  const described = describedOf(handler);
  if (described === undefined) throw new Error(`${controller.name}.${name} has no @Operation`);
  const { description, operationId, responses, security, summary, body } = described;
  const args = argumentsOf(route).filter((argument) => argument.schema !== undefined);
  const schema = args.find(({ from }) => from === 'body')?.schema ?? body;
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
    'x-gantry-access': described['x-gantry-access'],
  };
}

function parametersOf(
  controller: object,
  handler: object,
  args: readonly RouteArgument[],
): OpenApiParameter[] {
  const inPath = pathParameterOf(handler) ?? pathParameterOf(controller);
  return [
    ...(inPath === undefined ? [] : [{ ...inPath }]),
    ...args.flatMap((argument) =>
      argument.from === 'path'
        ? [parameterOf(String(argument.data), 'path', true, toOpenApiSchema(argument.schema).schema)]
        : [],
    ),
    ...args.flatMap((argument) => (argument.from === 'query' ? queryOf(argument.schema) : [])),
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
