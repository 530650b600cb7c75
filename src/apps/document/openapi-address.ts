import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';

/** A declaration of an API by its OpenAPI document. */
interface DeclaredApi {
  /** The address of the document, or the document. */
  readonly openapi?: string | JsonObject | undefined;
  readonly baseUrl?: string | undefined;
}

/**
 * Where the API is, by the declaration alone: at `baseUrl`, else where its document is. Only a document that stands in the declaration may
 * name another place: of one that is fetched, nobody knows what it will name tomorrow.
 */
export function apiAddressOf({ openapi, baseUrl }: DeclaredApi): string | undefined {
  if (baseUrl !== undefined || openapi === undefined) return baseUrl;
  return typeof openapi === 'string' ? openapi : firstServerOf(openapi);
}

/** The address of the first server that a document, a path or an operation names, with the defaults of its variables (OpenAPI 3.1 §4.8.5). */
export function firstServerOf({ servers }: JsonObject): string | undefined {
  const server: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (!isJsonObject(server) || typeof server['url'] !== 'string') return undefined;
  const { variables } = server;
  return server['url'].replace(/\{([^{}]{1,100})\}/g, (whole, name: string) => {
    const variable = isJsonObject(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = isJsonObject(variable) ? variable['default'] : undefined;
    return typeof value === 'string' ? value : whole;
  });
}
