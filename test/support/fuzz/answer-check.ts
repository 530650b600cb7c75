import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Json, Located, OpenApiDocument } from '../openapi-document.js';

/** What came back. */
export interface FuzzedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined for event streams, which are not read to their end. */
  readonly text: string | undefined;
}

/** Problems of the 5xx kind that are nobody's fault here: a server beyond the gateway, or a feature that is not set up. */
const blameless = /^(?:upstream-|overloaded$|chat-not-configured$)/;

/** Compares answers with what the document says of the operation. */
export class AnswerCheck {
  private readonly ajv: Ajv;
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'openapi');
  }

  /** What is wrong with the answer; empty when nothing is. */
  faults(operation: Located, { status, headers, text }: FuzzedAnswer): string[] {
    const documented = operation.responses[String(status)];
    if (documented === undefined)
      return [`status ${String(status)} is not documented: ${String(text).slice(0, 200)}`];
    const faults = ['x-request-id', 'server-timing'].flatMap((name) =>
      name in headers ? [] : [`no ${name}`],
    );
    const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    if (text === undefined || (text === '' && type === '')) return faults;
    const types = Object.keys(documented.content ?? {});
    if (!types.includes(type)) return [...faults, `${type} is not documented for ${String(status)}`];
    if (!type.includes('json') || type.includes('ndjson')) return faults;
    const body = parse(text);
    faults.push(...this.schemaFaults(operation, status, type, body));
    if (type === 'application/problem+json')
      faults.push(...problemFaults(documented.description, status, headers, body as Json));
    else if (status >= 500) faults.push(`${String(status)} without a problem`);
    return faults;
  }

  private schemaFaults(operation: Located, status: number, type: string, body: unknown): string[] {
    const pointer = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(status)];
    const place = [...pointer, 'content', type, 'schema']
      .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    let validate = this.validators.get(place);
    if (validate === undefined) {
      validate = this.ajv.compile({ $ref: `openapi#/${place}` });
      this.validators.set(place, validate);
    }
    if (validate(body)) return [];
    return (validate.errors ?? [])
      .slice(0, 3)
      .map((error) => `body${error.instancePath} ${String(error.message)}`);
  }
}

function problemFaults(
  description: string,
  status: number,
  headers: FuzzedAnswer['headers'],
  body: Json,
): string[] {
  const code = String(body['code']);
  return [
    ...(description.includes(`\`${code}\``) ? [] : [`${code} is not documented for ${String(status)}`]),
    ...(body['status'] === status ? [] : [`the body says status ${String(body['status'])}`]),
    ...(body['requestId'] === headers['x-request-id'] ? [] : ['requestId is not that of the header']),
    ...(status < 500 || blameless.test(code) ? [] : [`${String(status)} ${code}`]),
    ...(/\bat .+\.(?:js|ts):\d+/.test(JSON.stringify(body)) ? ['a stack shows'] : []),
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { 'not JSON': text.slice(0, 100) };
  }
}
