import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';

/** What `trimmed-document.mjs` leaves of a document. Members of members are whatever the document says. */
export interface ReadDocument {
  readonly version: string;
  readonly info: JsonObject;
  readonly servers?: unknown;
  readonly security?: unknown;
  readonly securitySchemes: readonly (readonly [name: string, scheme: JsonObject])[];
  readonly operations: readonly ReadOperation[];
  /** By kind and pointer, as `$ref` says them; `null` where there is nothing, or something elsewhere. */
  readonly references: ReadonlyMap<string, unknown>;
}

/** What the thread says of a document (`linesOf`), in steps that can be put aside: each line is parsed by itself. */
export function* readingDocument(text: string): Generator<undefined, ReadDocument> {
  const lines = linesIn(text);
  const head = JSON.parse(next(lines)) as Omit<ReadDocument, 'operations' | 'references'> & {
    readonly operations: number;
  };
  const operations: ReadOperation[] = [];
  while (operations.length < head.operations) {
    yield undefined;
    operations.push(JSON.parse(next(lines)) as ReadOperation);
  }
  const references = new Map<string, unknown>();
  for (const line of lines) {
    yield undefined;
    const [reference, value] = JSON.parse(line) as [string, unknown];
    references.set(reference, value);
  }
  return { ...head, operations, references };
}

function* linesIn(text: string): Generator<string, undefined> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, end < 0 ? undefined : end);
    from = end < 0 ? text.length : end + 1;
  }
}

function next(lines: Generator<string, undefined>): string {
  return lines.next().value ?? 'null';
}

export interface ReadOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: unknown;
  readonly summary?: unknown;
  readonly description?: unknown;
  readonly deprecated?: unknown;
  readonly servers?: unknown;
  readonly security?: unknown;
  /** Those of the path, then its own. */
  readonly shared: readonly unknown[];
  readonly parameters: readonly unknown[];
  readonly body?: unknown;
}

const longestChain = 32;

/** What references of a document lead to. */
export class References {
  private readonly values: ReadonlyMap<string, unknown>;
  /** Nullable and exclusive bounds are said as in OpenAPI 3.0. */
  readonly isOld: boolean;

  constructor({ references, version }: ReadDocument) {
    this.values = references;
    this.isOld = version.startsWith('3.0');
  }

  /** The value itself, or what its reference leads to in the end; `undefined` where that is nothing. */
  resolve(value: unknown): JsonObject | undefined {
    let at = value;
    for (let steps = 0; steps < longestChain; steps++) {
      if (!isJsonObject(at)) return undefined;
      const { $ref } = at;
      if (typeof $ref !== 'string') return at;
      at = this.values.get($ref);
    }
    return undefined;
  }

  at(reference: string): unknown {
    return this.values.get(reference);
  }
}
