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
  readonly references: readonly (readonly [reference: string, value: unknown])[];
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
    this.values = new Map(references);
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
