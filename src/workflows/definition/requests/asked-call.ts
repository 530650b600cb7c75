import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json/json.js';
import { expanded, readAddress, variablesOf } from '../../../upstreams/openapi/matching/address.js';
import type { AskedOperation } from '../../../upstreams/openapi/matching/found-call.js';
import type { AskedRequest } from '../../../upstreams/openapi/matching/request-arguments.js';
import { RequestFault } from '../../../upstreams/openapi/matching/request-fault.js';
import { expressionIn } from '../../expressions/template.js';
import type { RequestTask } from '../workflow-definition.js';

/** What a request asks for: a call of the app that is yet to be found. */
export type AskedCall =
  | { readonly api: 'http'; readonly request: AskedRequest }
  | { readonly api: 'openapi'; readonly operation: AskedOperation };

/** What a task asks for with the values of its `with`. `variables`: of the address. Throws `RequestFault`. */
export function askedCall(task: RequestTask, values: JsonValue, variables: JsonObject): AskedCall {
  const given: JsonObject = isJsonObject(values) ? values : {};
  if (task.api === 'openapi') {
    const { document, operationId, parameters } = given;
    const address = isJsonObject(document) ? addressOf(document['endpoint']) : '';
    const operation = { document: address, operationId: String(operationId) };
    return { api: 'openapi', operation: { ...operation, parameters: mapOf(parameters, 'parameters') } };
  }
  const { method, endpoint, headers, query, body } = given;
  const address = readAddress(addressOf(endpoint), hasStaticAddress(task));
  return {
    api: 'http',
    request: {
      ...{ method: String(method), address, variables, body },
      ...{ headers: mapOf(headers, 'headers'), query: mapOf(query, 'query') },
    },
  };
}

/** Whether it is known before a run which operation it is: an address that is an expression can be any. */
export function hasStaticAddress(task: RequestTask): boolean {
  return expressionIn(writtenAddress(task)) === undefined;
}

/** Whether its address is put together of members of its input. */
export function hasVariables(task: RequestTask): boolean {
  return task.api === 'http' && hasStaticAddress(task) && /\{[^{}]+\}/.test(writtenAddress(task));
}

/** What it asks for, named as a tool is, as far as the document says it: `GET /pets/{id}@https://…`, or `operationId@https://…`. */
export function requestName(task: RequestTask): string {
  const { value } = task.arguments;
  const { method, operationId }: JsonObject = isJsonObject(value) ? value : {};
  if (task.api === 'openapi') return `${String(operationId)}@${writtenAddress(task)}`;
  const verb = String(method).toUpperCase();
  if (!hasStaticAddress(task)) return `${verb} …`;
  const [, origin = '', path = '/'] = /^([a-z]+:\/\/[^/?#]*)([^?#]*)/i.exec(writtenAddress(task)) ?? [];
  return `${verb} ${path || '/'}@${origin}`;
}

/** The same of an address that an expression has yielded. */
export function askedName(asked: AskedCall, written: string): string {
  if (asked.api === 'openapi' || !written.endsWith('…')) return written;
  const { method, address } = asked.request;
  return `${method.toUpperCase()} /${address.segments.join('/')}@${address.origin}`;
}

/** What it says besides, for those who know no operation that would have it as its arguments. */
export function askedArguments(asked: AskedCall): JsonObject {
  if (asked.api === 'openapi') return asked.operation.parameters;
  const { address, variables, headers, query, body } = asked.request;
  const inPath = variablesOf({ ...address, query: [] }).map((name) => [name, variables[name] ?? ''] as const);
  const inQuery = address.query.map(([name, value]) => [name, expanded(value, variables)] as const);
  const parts = { headers, query: { ...Object.fromEntries(inQuery), ...query } };
  const isThere = ([, part]: readonly [string, JsonObject]) => Object.keys(part).length > 0;
  return {
    ...Object.fromEntries(inPath),
    ...Object.fromEntries(Object.entries(parts).filter(isThere)),
    ...(body === undefined ? {} : { body }),
  };
}

function writtenAddress({ arguments: { value } }: RequestTask): string {
  const { endpoint, document }: JsonObject = isJsonObject(value) ? value : {};
  const found = isJsonObject(document) ? document['endpoint'] : endpoint;
  const address = isJsonObject(found) ? found['uri'] : found;
  return typeof address === 'string' ? address : '';
}

function addressOf(endpoint: unknown): string {
  const address = isJsonObject(endpoint) ? endpoint['uri'] : endpoint;
  if (typeof address === 'string') return address;
  throw new RequestFault('must be a text', '/endpoint');
}

function mapOf(value: unknown, name: string): JsonObject {
  if (value === undefined || isJsonObject(value)) return value ?? {};
  throw new RequestFault('must be an object', `/${name}`);
}
