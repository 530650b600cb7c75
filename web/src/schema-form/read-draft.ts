import { isGroup, isList, type Draft, type DraftGroup, type FieldFault } from './draft.ts';
import { pointerPart } from './field-props.ts';
import type { FormField } from './form-field.ts';
import { formatFault, patternFault } from './text-rules.ts';

/** What is to be sent, or `undefined` for nothing; and what is wrong, in the order of the form. */
export interface Reading {
  readonly value?: unknown;
  readonly faults: readonly FieldFault[];
}

const none: Reading = { faults: [] };

/** The value of a whole form. What is left empty is not in it. */
export function readForm(fields: readonly FormField[], draft: DraftGroup): Reading {
  return readGroup(fields, draft, '', true);
}

function readField(field: FormField, draft: Draft, path: string): Reading {
  switch (field.kind) {
    case 'group':
      return readGroup(field.fields, isGroup(draft) ? draft : {}, path, field.required);
    case 'list':
      return readList(field, draft, path);
    case 'switch':
      if (typeof draft === 'boolean') return { value: draft, faults: [] };
      return field.required ? { value: false, faults: [] } : none;
    default: {
      const text = typeof draft === 'string' ? draft : '';
      if (text !== '') return readText(field, text, path);
      return field.required ? fault(path, 'This is needed.') : none;
    }
  }
}

function readText(field: FormField, text: string, path: string): Reading {
  switch (field.kind) {
    case 'number':
      return readNumber(field, text.trim(), path);
    case 'choice':
      return { value: field.options[Number(text)]?.value, faults: [] };
    case 'json':
      return readJson(text, path);
    case 'text': {
      // As JSON Schema counts them: by code points.
      const length = Array.from(text).length;
      if (field.minLength !== undefined && length < field.minLength)
        return fault(path, `At least ${String(field.minLength)} characters are needed.`);
      if (field.maxLength !== undefined && length > field.maxLength)
        return fault(path, `At most ${String(field.maxLength)} characters fit.`);
      const wrong = formatFault(field.format, text) ?? patternFault(field.pattern, text);
      return wrong === undefined ? { value: text, faults: [] } : fault(path, wrong);
    }
    default:
      return none;
  }
}

function readNumber(
  { isInteger, minimum, maximum, above, below, multipleOf }: Extract<FormField, { kind: 'number' }>,
  text: string,
  path: string,
): Reading {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return fault(path, 'This is not a number.');
  if (isInteger && !Number.isInteger(value)) return fault(path, 'This must be a whole number.');
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return fault(path, 'A browser cannot keep all digits of this number; write it under JSON.');
  if (minimum !== undefined && value < minimum) return fault(path, `It must be at least ${String(minimum)}.`);
  if (maximum !== undefined && value > maximum) return fault(path, `It must be at most ${String(maximum)}.`);
  if (above !== undefined && value <= above) return fault(path, `It must be more than ${String(above)}.`);
  if (below !== undefined && value >= below) return fault(path, `It must be less than ${String(below)}.`);
  if (multipleOf !== undefined && multipleOf > 0 && !isMultiple(value, multipleOf))
    return fault(path, `It must be a multiple of ${String(multipleOf)}.`);
  return { value, faults: [] };
}

/** As far as binary fractions tell. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < 1e-9;
}

function readJson(text: string, path: string): Reading {
  try {
    return { value: JSON.parse(text) as unknown, faults: [] };
  } catch (error) {
    return fault(path, `This is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

function readGroup(
  fields: readonly FormField[],
  draft: DraftGroup,
  path: string,
  isNeeded: boolean,
): Reading {
  const read = fields.map((field) => {
    const inner = Object.hasOwn(draft, field.name) ? draft[field.name] : undefined;
    return [field, readField(field, inner, `${path}/${pointerPart(field.name)}`)] as const;
  });
  const members = read.filter(([, { value }]) => value !== undefined);
  const isEmpty = members.length === 0 && !fields.some((field) => isTouched(draft[field.name]));
  // A group that nothing stands in and nobody needs does not miss anything.
  if (isEmpty && !isNeeded) return none;
  const faults = read.flatMap(([, reading]) => reading.faults);
  return { value: Object.fromEntries(members.map(([{ name }, { value }]) => [name, value])), faults };
}

function readList(field: Extract<FormField, { kind: 'list' }>, draft: Draft, path: string): Reading {
  const items = isList(draft) ? draft : [];
  if (items.length === 0 && !field.required) return none;
  const read = items.map((item, index) => readField(field.item, item.draft, `${path}/${String(index)}`));
  const faults = read.flatMap((reading) => reading.faults);
  if (field.minItems !== undefined && items.length < field.minItems)
    faults.unshift({ path, text: `At least ${String(field.minItems)} are needed.` });
  if (field.maxItems !== undefined && items.length > field.maxItems)
    faults.unshift({ path, text: `At most ${String(field.maxItems)} fit.` });
  const values = read.map(({ value }) => value);
  if (
    field.isSet &&
    faults.length === 0 &&
    new Set(values.map((value) => JSON.stringify(value))).size < values.length
  )
    faults.unshift({ path, text: 'No two may be the same.' });
  return { value: values, faults };
}

function isTouched(draft: Draft): boolean {
  if (isList(draft)) return draft.length > 0;
  if (isGroup(draft)) return Object.values(draft).some(isTouched);
  return draft !== undefined && draft !== '';
}

function fault(path: string, text: string): Reading {
  return { faults: [{ path, text }] };
}
