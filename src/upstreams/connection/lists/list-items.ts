import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { isLargerThan } from '../../../kernel/json/json-size.js';
import { isPrintable } from '../../../kernel/text/printable.js';
import { z } from 'zod';
import type { CatalogueKind } from './catalogue-kind.js';
import { nameOf, RepairNotes, type ListFault } from './list-fault.js';
import {
  aFlag,
  anObject,
  aText,
  doubleOf,
  eachOf,
  objectWith,
  oneOf,
  wanting,
  withMembers,
  type Fit,
} from './member-fits.js';
import { inputSchema, outputSchema } from './schema-fits.js';

/** By which member items are asked for, in lists of each kind. */
export const itemKeys = {
  ...{ tools: 'name', prompts: 'name', resources: 'uri', resourceTemplates: 'uriTemplate' },
} as const satisfies Readonly<Record<CatalogueKind, string>>;

const timestamp = z.iso.datetime({ offset: true });
const texts = { title: aText, description: aText };
const icons = eachOf(
  objectWith({ src: aText, mimeType: aText, sizes: eachOf(aText), theme: oneOf(['light', 'dark']) }, ['src']),
);
const common: Readonly<Record<string, Fit>> = { ...texts, icons, _meta: anObject };
const annotations = objectWith({
  audience: eachOf(oneOf(['user', 'assistant'])),
  priority: wanting('a number from 0 to 1', (value) => {
    const number = doubleOf(value);
    return number !== undefined && number >= 0 && number <= 1;
  }),
  lastModified: wanting('an ISO 8601 time', (value) => timestamp.safeParse(value).success),
});

/** The members of items whose form MCP defines (2025-11-25 and 2026-07-28); every other member passes as it came. */
const members: Readonly<Record<CatalogueKind, Readonly<Record<string, Fit>>>> = {
  tools: {
    ...common,
    inputSchema,
    outputSchema,
    annotations: objectWith({
      title: aText,
      ...{ readOnlyHint: aFlag, destructiveHint: aFlag, idempotentHint: aFlag, openWorldHint: aFlag },
    }),
    execution: objectWith({ taskSupport: oneOf(['required', 'optional', 'forbidden']) }),
  },
  prompts: {
    ...common,
    arguments: eachOf(objectWith({ name: aText, ...texts, required: aFlag }, ['name'])),
  },
  resources: {
    ...common,
    name: aText,
    mimeType: aText,
    size: wanting('a whole number', (value) => Number.isInteger(doubleOf(value))),
    annotations,
  },
  resourceTemplates: { ...common, name: aText, mimeType: aText, annotations },
};

/** An item as clients of every revision accept it, unless it cannot be listed; `fault` when it is not as the server sent it. */
interface FittedItem {
  readonly item?: JsonObject;
  readonly fault?: ListFault;
}

/** Drops members that clients would refuse, and with them the whole list. An item that fits is returned unchanged, the same object. */
export function fittedItem(list: CatalogueKind, value: unknown, index: number, maxBytes: number): FittedItem {
  const key = itemKeys[list];
  const given = isJsonObject(value) ? value[key] : undefined;
  const leftOut = (detail: string): FittedItem => ({
    fault: {
      list,
      ...(typeof given === 'string' ? { item: nameOf(given) } : {}),
      ...{ effect: 'left-out', detail },
    },
  });
  if (!isJsonObject(value)) return leftOut(`Item ${String(index + 1)} of the list is not an object.`);
  if (typeof given !== 'string') return leftOut(`Item ${String(index + 1)} of the list has no ${key}.`);
  if (!isPrintable(value)) return leftOut('It nests too deeply.');
  if (isLargerThan(value, maxBytes))
    return leftOut(`It is larger than MAX_LIST_ITEM_BYTES (${String(maxBytes)}).`);
  const notes = new RepairNotes();
  const item = completed(list, withMembers(value, members[list], [], notes), notes);
  if (notes.unusable !== undefined) return leftOut(notes.unusable);
  if (!notes.any) return { item };
  return { item, fault: { list, item: nameOf(given), effect: 'repaired', detail: notes.detail } };
}

/** With the members that MCP requires. */
function completed(list: CatalogueKind, item: JsonObject, notes: RepairNotes): JsonObject {
  if (list === 'tools' && item['inputSchema'] === undefined && notes.unusable === undefined)
    return { ...item, inputSchema: inputSchema(undefined, ['inputSchema'], notes) };
  const isNamed = list === 'tools' || list === 'prompts' || typeof item['name'] === 'string';
  if (isNamed) return item;
  const address = item[itemKeys[list]];
  notes.add(['name'], 'is missing, listed as the address');
  return { ...item, name: address };
}
