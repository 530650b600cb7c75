import { isJsonObject } from '../../../kernel/json/json.js';
import { expressionIn } from '../../expressions/template.js';
import type { Cursor } from '../cursor.js';
import { readTerms } from '../read-terms.js';
import { readTemplate } from '../read-values.js';
import type { ListScope } from '../scope.js';
import type { RequestTask, TaskBase } from '../workflow-definition.js';

const members = {
  http: ['method', 'endpoint', 'headers', 'query', 'body', 'output', 'redirect'],
  openapi: ['document', 'operationId', 'parameters', 'output', 'redirect', 'authentication'],
} as const;
const formats = ['content', 'raw', 'response'] as const;
const declaredThere =
  'is not read from documents: declare it at the server (credentials, headers or auth in mcpServers), whose requests have it then';

/** `call: http` and `call: openapi`: where they go is looked up among the APIs of the app. */
export function readRequest(
  cursor: Cursor,
  base: TaskBase,
  scope: ListScope,
  api: RequestTask['api'],
): RequestTask | undefined {
  const given = cursor.at('with');
  if (given.object(members[api]) === undefined) return undefined;
  if (api === 'http') readHttp(given);
  else readOperation(given);
  const redirect = given.at('redirect').optionalBoolean() ?? false;
  const output = given.at('output');
  const format = formats.find((one) => one === (output.value ?? 'content'));
  if (format === undefined) {
    output.fault(`must be one of ${formats.join(', ')}`);
    return undefined;
  }
  const task: RequestTask = {
    ...{ ...base, kind: 'call', api, format, redirect },
    ...{ arguments: readTemplate(given, scope, ['input', 'task']), ...readTerms(cursor) },
  };
  scope.reading.requests.push({ pointer: cursor.pointer, request: task });
  return task;
}

function readHttp(given: Cursor): void {
  given.at('method').text(16, /^[A-Za-z]+$/);
  addressIn(given.at('endpoint')).text();
  for (const name of ['headers', 'query']) readMap(given.at(name));
}

/** `uri` of an endpoint, or the endpoint that is a text itself. */
function addressIn(endpoint: Cursor): Cursor {
  if (!isJsonObject(endpoint.value)) return endpoint;
  endpoint.object(['uri', 'authentication']);
  refuseCredentials(endpoint);
  return endpoint.at('uri');
}

function readOperation(given: Cursor): void {
  refuseCredentials(given);
  const document = given.at('document');
  if (document.object(['name', 'endpoint']) === undefined) return;
  const address = addressIn(document.at('endpoint'));
  const text = address.text();
  address.must(
    text === undefined || (expressionIn(text) === undefined && URL.canParse(text)),
    'must be the address of a document that an API of the app is declared by',
  );
  const id = given.at('operationId');
  const named = id.text(512);
  id.must(named === undefined || expressionIn(named) === undefined, 'must be written out');
  readMap(given.at('parameters'));
}

/** An object, or an expression that yields one. */
function readMap(map: Cursor): void {
  const { value } = map;
  const isRight =
    value === undefined ||
    isJsonObject(value) ||
    (typeof value === 'string' && expressionIn(value) !== undefined);
  map.must(isRight, 'must be an object or an expression');
}

function refuseCredentials(cursor: Cursor): void {
  const authentication = cursor.at('authentication');
  if (authentication.isPresent) authentication.fault(declaredThere);
}
