export type Json = Record<string, unknown>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Json[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Json }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly headers?: Json; readonly content?: Content }>
  >;
}

type Content = Readonly<Record<string, { readonly schema: Json }>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** An operation with where it is: `GET /health/live`. */
export interface Located extends OpenApiOperation {
  readonly at: string;
  readonly method: string;
  readonly path: string;
}

export function operationsOf(document: OpenApiDocument): Located[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      at: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** A schema inside a schema, with the way to it. */
export interface Visited {
  readonly at: string;
  readonly schema: Json;
}

/** A schema and all schemas in it; references are followed once each when `document` is given. */
export function schemasIn(
  schema: Json,
  at: string,
  document?: OpenApiDocument,
  seen = new Set<string>(),
): Visited[] {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const target = document === undefined || seen.has(reference) ? undefined : resolve(document, reference);
    return target === undefined ? [] : schemasIn(target, reference, document, seen.add(reference));
  }
  const inside = (child: unknown, step: string) => schemasIn(child as Json, `${at}/${step}`, document, seen);
  const named = Object.entries((schema['properties'] ?? {}) as Json).flatMap(([name, child]) =>
    inside(child, name),
  );
  const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap((way) =>
    ((schema[way] ?? []) as Json[]).flatMap((child, index) => inside(child, `${way}/${String(index)}`)),
  );
  const rest = ['items', 'not'].flatMap((key) => (schema[key] === undefined ? [] : inside(schema[key], key)));
  const values = schema['additionalProperties'];
  const free = typeof values !== 'object' || values === null || Object.keys(values).length === 0;
  return [{ at, schema }, ...named, ...alternatives, ...rest, ...(free ? [] : inside(values, '*'))];
}

/** The schema behind `#/components/schemas/…`. */
export function resolve(document: OpenApiDocument, reference: string): Json | undefined {
  return document.components.schemas[reference.replace('#/components/schemas/', '')];
}

/** Every `$ref` anywhere in the document. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : referencesIn(member),
  );
}
