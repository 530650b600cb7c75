import { headerNames } from './header-names.js';
import { isUtf8 } from 'node:buffer';
import { ExactNumber, plainNumber } from '../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';

/** `_meta` keys of revision 2026-07-28 (Basic Protocol, Per-Request Metadata). */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** The parameter that `Mcp-Name` mirrors, by method. */
const nameSources: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** What `Mcp-Name` has to say for a request; `undefined` for methods without one. */
export function mirroredName(method: string, params: JsonObject | undefined): string | undefined {
  const name = params?.[nameSources[method] ?? ''];
  return typeof name === 'string' ? name : undefined;
}

/** The standard request headers of 2026-07-28 that mirror the body: name, value, name, value. */
export function modernHeaders(
  method: string,
  params: JsonObject | undefined,
  more: readonly string[] = [],
): string[] {
  const headers = [headerNames.method, method, ...more];
  const name = mirroredName(method, params);
  if (name !== undefined) headers.push(headerNames.name, headerValue(name));
  return headers;
}

interface ParamHeader {
  readonly name: string;
  readonly path: readonly string[];
}

/** The arguments of a tool that its `inputSchema` asks to mirror in headers (`x-mcp-header`, SEP-2243). */
export function paramHeadersOf(tool: JsonObject): readonly ParamHeader[] {
  return collect(tool['inputSchema'], []);
}

/** `Mcp-Param-*` headers for one call; arguments that are absent, null or no primitive are left out. */
export function paramHeaderValues(declared: readonly ParamHeader[], args: unknown): string[] {
  return declared.flatMap(({ name, path }) => {
    const value = valueAt(args, path);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [`mcp-param-${name}`, headerValue(String(value))]
      : [];
  });
}

/** The declared arguments that the `Mcp-Param-*` headers of a call do not mirror, by header name. */
export function unmirrored(
  declared: readonly ParamHeader[],
  args: unknown,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  return declared.find(({ name, path }) => {
    const value = valueAt(args, path);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false;
    const given = decodedHeader(headers[`mcp-param-${name.toLowerCase()}`]);
    return !(
      given === String(value) ||
      (typeof value === 'number' && given !== undefined && Number(given) === value)
    );
  })?.name;
}

/** A number that JavaScript does not have is mirrored by its characters. */
function valueAt(args: unknown, path: readonly string[]): unknown {
  const value = path.reduce<unknown>((at, key) => (isJsonObject(at) ? at[key] : undefined), args);
  const plain = plainNumber(value);
  return plain instanceof ExactNumber ? plain.source : plain;
}

/** The value of a header that mirrors something; `undefined` when it is absent or badly encoded. */
export function decodedHeader(value: string | string[] | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function collect(schema: unknown, path: readonly string[]): ParamHeader[] {
  if (!isJsonObject(schema) || !isJsonObject(schema['properties']) || path.length > 16) return [];
  return Object.entries(schema['properties']).flatMap(([key, property]) => {
    const name = isJsonObject(property) ? property['x-mcp-header'] : undefined;
    const here = [...path, key];
    return [
      ...(typeof name === 'string' && token.test(name) ? [{ name, path: here }] : []),
      ...collect(property, here),
    ];
  });
}

/** A value as a header field may carry it; anything but plain visible ASCII goes as `=?base64?…?=`. */
function headerValue(value: string): string {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value);
  return plain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}
