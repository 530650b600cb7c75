import type { Json, Located } from '../openapi-document.js';
import { hostileBodies, hostileTexts } from './hostile-values.js';
import type { SeededRandom } from './seeded-random.js';
import type { ValueMaker } from './value-maker.js';

/** One request as it goes on the wire. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer | undefined;
  /** Name of the caller whose token it carries. */
  readonly caller: string;
}

/** Where else a path parameter of this name is found in answers. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  app: ['slug', 'id'],
  server: ['handle'],
  id: ['id'],
  run: ['runId', 'id'],
  name: ['name'],
  cursor: ['nextCursor'],
};
const sampleHeaders: Readonly<Record<string, readonly string[]>> = {
  accept: [
    'application/json',
    'text/event-stream',
    'text/plain',
    'application/json, text/event-stream',
    '*/*;q=x',
  ],
  'accept-encoding': ['gzip', 'br;q=0', '*'],
  'content-encoding': ['gzip', 'identity', 'zstd'],
  cookie: ['session=x', '__Host-session=%00', '=;=', `a=${'b'.repeat(3000)}`],
  'idempotency-key': ['k1', 'k2', '', 'x'.repeat(300), 'é'],
  'if-match': ['*', '"1"', 'W/"x"', '1', ''],
  'if-none-match': ['*', '"1"', 'W/"x", "y"'],
  'last-event-id': ['1', 'x', '-1'],
  'mcp-protocol-version': ['2025-11-25', '2026-07-28', '1999-01-01', 'x'],
  'mcp-session-id': ['x', '../x', 'a'.repeat(500)],
  origin: ['null', 'https://evil.example', 'http://localhost', 'x'],
  range: ['bytes=0-1'],
  traceparent: [`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, '00-x'],
  'x-forwarded-for': ['1.2.3.4', 'x, y'],
  'x-request-id': ['mine', 'with space', 'a'.repeat(300)],
};
const contentTypes = [
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'multipart/form-data',
  ],
  ...['x', 'application/problem+json'],
];

/** Turns an operation of the document into a request: most of it fitting, and something of it spoiled. */
export class RequestMaker {
  constructor(
    private readonly values: ValueMaker,
    private readonly random: SeededRandom,
    /** Names of those who ask; the first two ask most. */
    private readonly callers: readonly string[],
  ) {}

  make(operation: Located): FuzzedRequest {
    const { random } = this;
    const headers: Record<string, string> = {};
    const path = this.path(operation) + this.query(operation);
    for (const { name, in: place, schema } of operation.parameters ?? [])
      if (place === 'header' && random.in(0.5))
        headers[name.toLowerCase()] = printable(this.values.fitting(schema, name));
    const body = this.body(operation, headers);
    for (const [name, samples] of Object.entries(sampleHeaders))
      if (random.in(0.03)) headers[name] = printable(random.pick(samples));
    if (random.in(0.01)) headers['host'] = 'evil.example';
    return {
      method: operation.method,
      path,
      headers,
      body,
      caller: random.pick(random.in(0.75) ? this.callers.slice(0, 2) : this.callers),
    };
  }

  private path({ path, parameters = [] }: Located): string {
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (this.random.in(0.05)) return segment(this.random.pick(hostileTexts));
      const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
      const known = this.random.in(0.9) ? this.values.known(name, ...(aliases[name] ?? [])) : undefined;
      return segment(String(known ?? this.values.fitting(schema, name)));
    });
  }

  private query({ parameters = [] }: Located): string {
    const { random } = this;
    const pairs = parameters
      .filter((parameter) => parameter.in === 'query' && random.in(0.25))
      .flatMap(({ name, schema }) => {
        const known = this.values.known(...(aliases[name] ?? [name]));
        const fitting = random.in(0.3) && known !== undefined ? known : this.values.fitting(schema, name);
        const value = random.in(0.2) ? random.pick(hostileTexts) : String(fitting);
        return random.in(0.03) ? [`${name}=${encode(value)}`, `${name}=1`] : [`${name}=${encode(value)}`];
      });
    if (random.in(0.03))
      pairs.push(random.pick(['__proto__[x]=1', 'limit[]=1', '&&&', '%zz', 'x=%00', 'unknown=1']));
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  }

  private body({ requestBody }: Located, headers: Record<string, string>): string | Buffer | undefined {
    const { random } = this;
    const entries = Object.entries(requestBody?.content ?? {});
    if (entries.length === 0) return undefined;
    const [type, { schema }] = random.pick(entries);
    headers['content-type'] = random.in(0.04) ? random.pick(contentTypes) : type;
    if (random.in(0.06)) return random.pick(hostileBodies);
    const fitting = this.values.fitting(schema);
    const value = random.in(0.3) ? this.values.spoiled(fitting) : fitting;
    return type.includes('form') ? form(value) : JSON.stringify(value);
  }
}

/** A path segment; empty ones and dots would ask for another operation. */
function segment(value: string): string {
  const encoded = encode(value);
  return encoded === '' || /^\.+$/.test(encoded) ? 'x' : encoded;
}

function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

function printable(value: unknown): string {
  return String(value).replaceAll(/[^\x20-\x7e\x80-\xff]/g, '');
}

function form(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value as Json)
    .map(([name, member]) => `${encode(name)}=${encode(String(member))}`)
    .join('&');
}
