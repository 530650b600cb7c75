import busboy from 'busboy';
import { OpenAPIBackend, type Document as BackendDocument } from 'openapi-backend';
import qs from 'qs';
import type { ApiSeen } from '../../support/upstreams/scripted-api.js';
import type { Document } from './public-apis.js';

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

interface Operation {
  readonly responses?: unknown;
}

type Properties = Readonly<Record<string, { readonly type?: unknown }>>;

interface Media {
  readonly schema?: { readonly properties?: Properties };
}

/** What a validator says of a request. */
export interface Verdict {
  /** `GET /path`, by the validator's own matching. */
  readonly route: string | undefined;
  readonly faults: readonly string[];
}

/** Checks requests against a document, with the validator of openapi-backend. */
export class RequestCheck {
  private constructor(
    private readonly backend: OpenAPIBackend,
    readonly routes: readonly string[],
  ) {}

  /** Answers are left out of the document where the validator cannot resolve what they refer to. */
  static async of(document: Document): Promise<RequestCheck> {
    const whole = await backendFor(document, (operation) => operation);
    const { schemas, parameters, requestBodies } = document.components ?? {};
    const slim = { ...document, components: { schemas, parameters, requestBodies } };
    const backend =
      whole.router.getOperations().length > 0
        ? whole
        : await backendFor(slim, ({ responses: _, ...operation }) => ({ ...operation, responses: {} }));
    return new RequestCheck(backend, routesOf(document));
  }

  async verdict(seen: ApiSeen): Promise<Verdict> {
    const { method, target, headers, body } = seen;
    const [path = '', query = ''] = target.split(/\?(.*)/s, 2);
    const request = { method, path, query, headers: { ...headers } as Record<string, string> };
    const operation = this.backend.matchOperation(request);
    if (operation?.operationId === undefined)
      return { route: undefined, faults: ['there is no such operation'] };
    const { requestBody } = operation as { requestBody?: { content?: Readonly<Record<string, Media>> } };
    const [media] = Object.values(requestBody?.content ?? {});
    const sent = body.length === 0 ? {} : { body: await readBody(seen, media?.schema?.properties ?? {}) };
    const whole = { ...request, ...sent };
    const { errors } = this.backend.validateRequest(whole, operation);
    return {
      route: operation.operationId,
      faults: (errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${String(message)} ${JSON.stringify(params)}`,
      ),
    };
  }
}

/** A validator of a document whose operations are named by their routes. */
async function backendFor(
  { openapi, info, components, paths }: Document,
  shown: (operation: Operation) => Operation,
): Promise<OpenAPIBackend> {
  const named = Object.entries(paths).map(([path, item]) => {
    const members = Object.entries(item).map(([method, member]) =>
      methods.includes(method)
        ? [method, { ...shown(member as Operation), operationId: routeOf(method, path), security: [] }]
        : [method, member],
    );
    return [path.replace(/(?<=.)\/$/, ''), Object.fromEntries(members)] as const;
  });
  const definition = asSent({ openapi, info, components, paths: Object.fromEntries(named) });
  const backend = new OpenAPIBackend({
    definition: definition as BackendDocument,
    ...{ quick: true, coerceTypes: true, handlers: {} },
    ajvOpts: { strict: false, unicodeRegExp: false, validateFormats: false, validateSchema: false },
  });
  const { warn } = console;
  console.warn = () => undefined;
  await backend.init().finally(() => (console.warn = warn));
  return backend;
}

/** Members that only answers have need not be sent (OpenAPI 3.0.3, `readOnly`), which the validator does not know. */
function asSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asSent);
  if (typeof value !== 'object' || value === null) return value;
  const { properties = {}, required } = value as {
    properties?: Readonly<Record<string, { readOnly?: unknown }>>;
    required?: unknown;
  };
  // That is said of nothing, and the validator does not take it.
  const isLoose = 'nullable' in value && !('type' in value);
  const said = Object.entries(value).filter(([name]) => !(isLoose && name === 'nullable'));
  const members = said.map(([name, member]) => [name, asSent(member)] as const);
  if (!Array.isArray(required)) return Object.fromEntries(members);
  const needed = required.filter((name) => properties[String(name)]?.readOnly !== true) as unknown[];
  return { ...Object.fromEntries(members), required: needed };
}

function routesOf({ paths }: Document): readonly string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => methods.includes(method))
      .map((method) => routeOf(method, path)),
  );
}

function routeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}

/** What a form says in text, as what it reads like. */
function typed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typed);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, typed(member)]));
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

/** A form with files as an object; all else as a text, which the validator reads itself. */
async function readBody({ headers, body, text }: ApiSeen, properties: Properties): Promise<unknown> {
  const contentType = headers['content-type'] ?? '';
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return typed(qs.parse(text, { depth: 20 }));
  if (!contentType.startsWith('multipart/'))
    return contentType.includes('json') ? (JSON.parse(text) as unknown) : text;
  const fields: [string, unknown][] = [];
  await new Promise((resolve, reject) => {
    const parser = busboy({ headers: { 'content-type': contentType } });
    parser.on('field', (name: string, value: string, { mimeType }: { mimeType: string }) => {
      fields.push([name, mimeType === 'application/json' ? (JSON.parse(value) as unknown) : typed(value)]);
    });
    parser.on('file', (name: string, stream: NodeJS.ReadableStream) => {
      fields.push([name, 'a file']);
      stream.resume();
    });
    parser.on('close', resolve).on('error', reject);
    parser.end(body);
  });
  return Object.fromEntries(
    fields.map(([name, value]) => [name, properties[name]?.type === 'array' ? [value] : value]),
  );
}
