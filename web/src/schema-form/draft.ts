import { isObject } from './json-schema.ts';
import type { FormField } from './form-field.ts';

/** What stands in a field: texts as typed, members of a group, items of a list; `undefined` when it was left alone. */
export type Draft = string | boolean | undefined | DraftGroup | DraftList;

export interface DraftGroup {
  readonly [name: string]: Draft;
}

/** Items keep their key while others come and go. */
export type DraftList = readonly { readonly key: number; readonly draft: Draft }[];

/** Where in the form something is wrong: `/filters/0/name`. */
export interface FieldFault {
  readonly path: string;
  readonly text: string;
}

/** The draft that shows `value`, or the field's default. */
export function draftOf(field: FormField, value: unknown = field.default): Draft {
  switch (field.kind) {
    case 'group':
      return groupDraft(field.fields, value);
    case 'list':
      return listOf(field.item, Array.isArray(value) ? value : []);
    case 'switch':
      return typeof value === 'boolean' ? value : undefined;
    case 'choice': {
      const index = field.options.findIndex(
        (option) => JSON.stringify(option.value) === JSON.stringify(value),
      );
      return index < 0 ? '' : String(index);
    }
    case 'json':
      return value === undefined ? '' : JSON.stringify(value, null, 2);
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  }
}

export function groupDraft(fields: readonly FormField[], value: unknown): DraftGroup {
  const members = isObject(value) ? value : {};
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      draftOf(field, Object.hasOwn(members, field.name) ? members[field.name] : field.default),
    ]),
  );
}

function listOf(item: FormField, values: readonly unknown[]): DraftList {
  return values.map((value, key) => ({ key, draft: draftOf(item, value) }));
}

export function isGroup(draft: Draft): draft is DraftGroup {
  return typeof draft === 'object' && !isList(draft);
}

export function isList(draft: Draft): draft is DraftList {
  return Array.isArray(draft);
}
