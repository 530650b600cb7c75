import { readFileSync } from 'node:fs';
import { closeAfterAll } from './support/closing.js';
import { startGateway, type TestGateway } from './support/gateway.js';
import {
  operationsOf,
  referencesIn,
  resolve,
  schemasIn,
  type Json,
  type Located,
  type OpenApiDocument,
  type Visited,
} from './support/openapi-document.js';

const open = closeAfterAll();
let gateway: TestGateway;
let document: OpenApiDocument;
let operations: Located[];

beforeAll(async () => {
  gateway = await open(startGateway());
  const response = await fetch(`${gateway.url}/api/openapi.json`);
  document = (await response.json()) as OpenApiDocument;
  operations = operationsOf(document);
});

/** What a caller sends: parameters and bodies. */
const requestSchemas = (): Visited[] =>
  operations.flatMap(({ at, parameters = [], requestBody }) =>
    [
      ...parameters.map((parameter) => ({ at: `${at} ?${parameter.name}`, schema: parameter.schema })),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ at, schema })),
    ].flatMap((top) => schemasIn(top.schema, top.at, document)),
  );

const everySchema = (): Visited[] => [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => schemasIn(schema, name)),
  ...operations.flatMap(({ at, parameters = [], requestBody, responses }) =>
    [
      ...parameters.map(({ schema }) => schema),
      ...[requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}).map(({ schema }) => schema),
      ),
    ].flatMap((schema) => schemasIn(schema, at)),
  ),
];

const placesOf = (visited: readonly Visited[], isFaulty: (schema: Json) => boolean): string[] =>
  visited.filter(({ schema }) => isFaulty(schema)).map(({ at }) => at);

const typeWords = ['type', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', '$ref'];
const boundFormats = ['date-time', 'date', 'uuid', 'ipv4', 'ipv6'];

describe('The OpenAPI document', () => {
  it('[openapi-fresh] is what openapi.json in the repository says; `npm run openapi` writes it', () => {
    const committed = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApiDocument;
    const differing = (one: object, other: object) =>
      [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
        (key) => JSON.stringify((one as Json)[key]) !== JSON.stringify((other as Json)[key]),
      );
    expect(differing(committed.paths, document.paths)).toEqual([]);
    expect(differing(committed.components.schemas, document.components.schemas)).toEqual([]);
    expect(differing(committed, document)).toEqual([]);
  });

  it('[openapi-complete] is OpenAPI 3.0.3 with an operation for each path', () => {
    expect(document.openapi).toBe('3.0.3');
    expect(operations.length).toBeGreaterThan(0);
  });

  it('[openapi-complete] gives each operation a unique camelCase id, a summary, a tag and its access', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const incomplete = operations.filter(
      ({ summary = '', tags = [], security }) =>
        summary === '' || tags.length !== 1 || security === undefined,
    );
    expect(incomplete.map(({ at }) => at)).toEqual([]);
  });

  it('[openapi-complete] types every error by name: a problem, or what OAuth and JSON-RPC prescribe', () => {
    const untyped = operations.flatMap(({ at, responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .filter(([, { content }]) => {
          const problem = content?.['application/problem+json']?.schema;
          const prescribed = content?.['application/json']?.schema;
          return problem?.['$ref'] !== '#/components/schemas/Problem' && prescribed?.['$ref'] === undefined;
        })
        .map(([status]) => `${at} ${status}`),
    );
    expect(untyped).toEqual([]);
    const without = operations.filter(({ responses }) => !('400' in responses) || !('500' in responses));
    expect(without.map(({ at }) => at)).toEqual([]);
  });

  it('[openapi-complete] says what comes of a body that an operation has no use for and cannot read', async () => {
    const silent: string[] = [];
    for (const { at, method, path, requestBody, responses } of operations) {
      if (method === 'GET' || requestBody !== undefined) continue;
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      const { status } = await gateway.fetch(path.replaceAll(/\{\w+\}/g, 'x'), {
        method,
        headers,
        body: '{}',
      });
      if (!(String(status) in responses)) silent.push(`${at} ${String(status)}`);
    }
    expect(silent).toEqual([]);
  });

  it('[openapi-complete] says what a success carries, unless it only takes or takes away something', () => {
    const empty = operations.flatMap(({ at, method, responses }) =>
      Object.entries(responses)
        .filter(([status]) => method !== 'DELETE' && ['200', '201'].includes(status))
        .filter(([, { content }]) => Object.keys(content ?? {}).length === 0)
        .map(([status]) => `${at} ${status}`),
    );
    expect(empty).toEqual([]);
  });

  it('[openapi-complete] says of conditional requests what they send and get, and of refusals that pass when to come back', () => {
    const silent = operations.flatMap(({ at, parameters = [], responses }) => [
      ...('304' in responses && !parameters.some(({ name }) => name === 'If-None-Match') ? [at] : []),
      ...('304' in responses && responses['200']?.headers?.['ETag'] === undefined ? [`${at} 200`] : []),
      ...(responses['429']?.headers?.['Retry-After'] === undefined ? [`${at} 429`] : []),
    ]);
    expect(silent).toEqual([]);
  });

  it('[openapi-complete] has no schema that says nothing', () => {
    // `JsonValue` is the one name for "any JSON".
    const named = everySchema().filter(({ at }) => at !== 'JsonValue');
    expect(placesOf(named, (schema) => !typeWords.some((word) => word in schema))).toEqual([]);
  });

  it('[openapi-portable] has no pattern and no null that generators of clients read in different ways', () => {
    const isDialect = ({ pattern }: Json) =>
      typeof pattern === 'string' && /\\[pPkAZz]|\(\?(?!:)/.test(pattern);
    const isNullEnum = ({ enum: values }: Json) => Array.isArray(values) && values.includes(null);
    expect(placesOf(everySchema(), isDialect)).toEqual([]);
    expect(placesOf(everySchema(), isNullEnum)).toEqual([]);
  });

  it('[openapi-generators] has only forms that the generators of six languages take', () => {
    const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
    const all = everySchema();
    const closed = ({ additionalProperties: more }: Json) => isObject(more) && Object.keys(more).length === 0;
    expect(placesOf(all, closed)).toEqual([]);
    const byName = ({ anyOf }: Json) => Array.isArray(anyOf) && anyOf.some((part: Json) => '$ref' in part);
    expect(placesOf(all, byName)).toEqual([]);
    const named = new Set(Object.values(document.components.schemas));
    const inPlace = all.filter(({ schema }) => isObject(schema['properties']) && !named.has(schema));
    expect(placesOf(inPlace, ({ title }) => typeof title !== 'string')).toEqual([]);
    const titles = [...new Set(inPlace.map(({ schema }) => schema))].map(({ title }) => String(title));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(titles.filter((title) => title in document.components.schemas)).toEqual([]);
    const tools = document.components.schemas['AppToolList'] as unknown as {
      properties: { tools: { items: Json } };
    };
    expect(Object.keys(tools.properties.tools.items)).toEqual(['oneOf']);
    expect(document.components.schemas['ContentBlock']).toMatchObject({
      properties: { text: { type: 'string' }, data: { type: 'string' } },
    });
    const servers = operations.flatMap(({ parameters = [] }) =>
      parameters.filter(({ name, ...more }) => name === 'server' && (more as Json)['in'] === 'path'),
    );
    expect(servers.length).toBeGreaterThan(5);
    for (const parameter of servers) expect(parameter).toMatchObject({ 'x-go-name': 'ServerName' });
  });

  it('[openapi-bodies] says of each body whether it is needed', () => {
    const wrong = operations.flatMap(({ at, requestBody }) => {
      const [content] = Object.values(requestBody?.content ?? {});
      if (content === undefined) return [];
      const reference = content.schema['$ref'];
      const schema = (typeof reference === 'string' ? resolve(document, reference) : content.schema) as Json;
      const needed = ((schema['required'] ?? []) as unknown[]).length > 0 || schema['minProperties'] === 1;
      const isOpen = schema['type'] !== 'object';
      return (requestBody as Json)['required'] === (needed || isOpen) ? [] : [at];
    });
    expect(wrong).toEqual([]);
    const device = operations.find(({ operationId }) => operationId === 'beginDeviceLogin');
    expect(device?.requestBody).toMatchObject({ required: false });
  });

  it('[openapi-bounds] documents the bounds that are in force', async () => {
    const gateway = await open(startGateway({ env: { MAX_TOOL_TIMEOUT_MS: 70_000 } }));
    const served = (await (await fetch(`${gateway.url}/api/openapi.json`)).json()) as OpenApiDocument;
    for (const name of ['CallRequest', 'ReadResourceRequest', 'AppReadRequest', 'GetPromptRequest'])
      expect(served.components.schemas[name]).toMatchObject({
        properties: { timeoutMs: { maximum: 70_000 } },
      });
    expect((await gateway.call('s', 't', {}, { timeoutMs: 70_001 })).status).toBe(400);
    const made = await gateway.json('/api/cli/apps', { body: { name: 'a' } });
    const save = (etag: string) =>
      gateway.json(`/api/cli/apps/${String(made.body['id'])}/config`, {
        method: 'PUT',
        headers: { 'if-match': etag },
        body: { config: {} },
      });
    expect((await save(`"${'x'.repeat(1023)}"`)).body['code']).toBe('invalid-request');
    expect((await save(`"${'x'.repeat(1022)}"`)).body['code']).toBe('config-changed');
  });

  it('[openapi-complete] resolves every reference', () => {
    const dangling = referencesIn(document).filter((reference) => resolve(document, reference) === undefined);
    expect(dangling).toEqual([]);
  });

  it('[openapi-complete] bounds every string and array that a caller may send', () => {
    const sent = requestSchemas();
    const unbounded = placesOf(
      sent,
      (schema) =>
        schema['type'] === 'string' &&
        !('maxLength' in schema || 'enum' in schema || boundFormats.includes(String(schema['format']))),
    );
    expect(unbounded).toEqual([]);
    expect(placesOf(sent, (schema) => schema['type'] === 'array' && !('maxItems' in schema))).toEqual([]);
  });

  it('[openapi-complete] declares every parameter of a path', () => {
    const missing = operations.flatMap(({ at, path, parameters = [] }) =>
      [...path.matchAll(/\{(\w+)\}/g)]
        .map(([, name]) => name)
        .filter((name) => !parameters.some((parameter) => parameter.in === 'path' && parameter.name === name))
        .map((name) => `${at} ${String(name)}`),
    );
    expect(missing).toEqual([]);
  });
});
