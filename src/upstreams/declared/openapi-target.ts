import { apiAddressOf } from '../../apps/document/openapi-address.js';
import type { OperationGlobs } from '../../apps/document/server-options.schema.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { OpenApiTarget } from './server-definition.js';

type Values = Readonly<Record<string, string>>;

/** An API as it is declared, with its secrets in place. */
interface DeclaredApi {
  readonly openapi: string | JsonObject;
  readonly baseUrl?: string | undefined;
  readonly operations?: OperationGlobs | undefined;
  readonly headers?: Values | undefined;
  readonly credentials?: Values | undefined;
}

export function openApiTarget({
  openapi,
  baseUrl,
  operations,
  headers,
  credentials,
}: DeclaredApi): OpenApiTarget {
  return {
    transport: 'openapi',
    url: apiAddressOf({ openapi, baseUrl }) ?? '',
    ...(baseUrl === undefined ? {} : { isBase: true }),
    headers: headers ?? {},
    document: openapi,
    ...(operations === undefined ? {} : { operations }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}
