import { isReservedHeader } from '../../../apps/document/header-rules.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { ParameterPlace, ParameterPlan, ValueStyle, Written } from '../request/operation-plan.js';
import { mostArguments, type ArgumentNames } from './argument-names.js';
import type { ReadOperation, References } from './read-document.js';

/** What the declaration sends itself: callers are not asked for it. Names of headers are in lower case. */
export interface SentAnyway {
  readonly header: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
  readonly cookie: ReadonlySet<string>;
}

/** A parameter with the schema of its argument. */
export interface Parameter {
  readonly plan: ParameterPlan;
  readonly schema: unknown;
  readonly description: unknown;
}

const places: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie'];
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Those of a security scheme or of the body, whatever a document says (OpenAPI 3.1 §4.8.12). */
const headersOfOthers: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'forwarded',
]);
const templateName = /\{([^{}]+)\}/g;

/** The styles that a place knows; the first one is what it has when nothing is said. */
const styles: Readonly<Record<ParameterPlace, readonly ValueStyle[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

/** The parameters of an operation, by their places: those of its own stand for those of the path. */
export function parametersOf(
  operation: ReadOperation,
  references: References,
  names: ArgumentNames,
  sent: SentAnyway,
): readonly Parameter[] {
  const found = new Map<string, JsonObject>();
  for (const given of [...operation.shared, ...operation.parameters]) {
    const parameter = references.resolve(given);
    if (parameter !== undefined && isUsed(parameter, operation, sent))
      found.set(`${String(parameter['in'])} ${String(parameter['name'])}`, parameter);
  }
  for (const [, name = ''] of operation.path.matchAll(templateName))
    if (!found.has(`path ${name}`))
      found.set(`path ${name}`, { name, in: 'path', schema: { type: 'string' } });
  return [...found.values()]
    .sort((a, b) => placeOf(a) - placeOf(b))
    .slice(0, mostArguments)
    .map((parameter) => planned(parameter, names));
}

function placeOf(parameter: JsonObject): number {
  return places.indexOf(parameter['in'] as ParameterPlace);
}

function isUsed({ in: place, name }: JsonObject, { path }: ReadOperation, sent: SentAnyway): boolean {
  if (typeof name !== 'string' || name === '') return false;
  const lower = name.toLowerCase();
  switch (place) {
    case 'path':
      return path.includes(`{${name}}`);
    case 'query':
      return !sent.query.has(name);
    case 'cookie':
      return !sent.cookie.has(name) && !sent.header.has('cookie');
    case 'header':
      return (
        headerName.test(name) &&
        !isReservedHeader(name) &&
        !headersOfOthers.has(lower) &&
        !sent.header.has(lower)
      );
    default:
      return false;
  }
}

function planned(parameter: JsonObject, names: ArgumentNames): Parameter {
  const name = String(parameter['name']);
  const place = parameter['in'] as ParameterPlace;
  const media = isJsonObject(parameter['content']) ? Object.values(parameter['content'])[0] : undefined;
  return {
    plan: {
      ...{ argument: names.take(name, place), name, place },
      isRequired: place === 'path' || parameter['required'] === true,
      ...(media === undefined
        ? writtenAs(parameter, styles[place])
        : { style: 'json' as const, explode: false }),
    },
    schema: isJsonObject(media) ? media['schema'] : parameter['schema'],
    description: parameter['description'],
  };
}

/** How a value is written, by what a parameter or an encoding says of it. */
export function writtenAs(
  { style, explode, allowReserved }: JsonObject,
  [usual, ...others]: readonly ValueStyle[],
): Written {
  const found = others.find((known) => known === style) ?? usual ?? 'form';
  return {
    style: found,
    explode: typeof explode === 'boolean' ? explode : found === 'form' || found === 'deepObject',
    ...(allowReserved === true ? { isOpen: true } : {}),
  };
}
