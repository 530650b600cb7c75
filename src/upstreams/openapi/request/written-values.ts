import { ExactNumber, printJson } from '../../../kernel/json/exact-number.js';
import { isJsonObject } from '../../../kernel/json/json.js';
import type { Written } from './operation-plan.js';

export type Pair = readonly [name: string, value: string];

type Encode = (text: string) => string;

const deepest = 32;

/** A value as text: lists and objects as JSON. Nothing for `null`, which only JSON can say. */
export function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  return value instanceof ExactNumber ? value.source : printJson(value);
}

/** As it stands in an address, or in the value of a cookie or a form. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, hex);
}

/** The same with the reserved characters that cannot end a value. */
function encodedOpenly(text: string): string {
  return encodeURI(text.toWellFormed()).replace(/%5B/g, '[').replace(/%5D/g, ']').replace(/[#&+]/g, hex);
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** A value as the pairs of a query or form (RFC 6570 §3.2.8, and `deepObject`), encoded. */
export function pairsOf(name: string, value: unknown, { style, explode, isOpen }: Written): readonly Pair[] {
  const encode = isOpen === true ? encodedOpenly : encoded;
  const pairs = (all: readonly Pair[]) => all.map(([key, text]): Pair => [encoded(key), encode(text)]);
  if (style === 'json') return value === undefined ? [] : pairs([[name, printJson(value)]]);
  if (style === 'deepObject') return pairs(deepPairs(name, value, 0));
  if (Array.isArray(value)) {
    const items = textsOf(value);
    if (explode) return pairs(items.map((item): Pair => [name, item]));
    return items.length === 0 ? [] : [[encoded(name), items.map(encode).join(delimiters[style] ?? ',')]];
  }
  if (isJsonObject(value)) {
    const members = membersOf(value);
    if (explode) return pairs(members);
    return members.length === 0
      ? []
      : [
          [
            encoded(name),
            members
              .flat()
              .map(encode)
              .join(delimiters[style] ?? ','),
          ],
        ];
  }
  const text = textOf(value);
  return text === undefined ? [] : pairs([[name, text]]);
}

const delimiters: Readonly<Partial<Record<Written['style'], string>>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
};

/** `filter[status][0]`: objects and lists to any depth, as servers that read this style do. */
function deepPairs(name: string, value: unknown, depth: number): Pair[] {
  if (depth >= deepest) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => deepPairs(`${name}[${String(index)}]`, item, depth + 1));
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member, depth + 1));
  const text = textOf(value);
  return text === undefined ? [] : [[name, text]];
}

/** A value as it stands in a path (`simple`, `label`, `matrix`) or in a header (`simple`, with an `encode` that changes nothing). */
export function writtenValue(
  name: string,
  value: unknown,
  { style, explode }: Written,
  encode: Encode,
): string {
  if (style === 'json') return encode(printJson(value));
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) {
    const text = encode(textOf(value) ?? '');
    return style === 'label' ? `.${text}` : style === 'matrix' ? `;${encode(name)}=${text}` : text;
  }
  const items = isList ? textsOf(value).map(encode) : [];
  const members = isList ? [] : membersOf(value).map(([key, text]): Pair => [encode(key), encode(text)]);
  const whole = isList ? items : explode ? members.map((pair) => pair.join('=')) : members.flat();
  switch (style) {
    case 'label':
      return `.${whole.join(explode ? '.' : ',')}`;
    case 'matrix':
      if (!explode) return `;${encode(name)}=${whole.join(',')}`;
      return whole.map((part) => (isList ? `;${encode(name)}=${part}` : `;${part}`)).join('');
    default:
      return whole.join(',');
  }
}

function textsOf(value: readonly unknown[]): string[] {
  return value.flatMap((item) => textOf(item) ?? []);
}

function membersOf(value: object): Pair[] {
  return Object.entries(value).flatMap(([key, member]): Pair[] => {
    const text = textOf(member);
    return text === undefined ? [] : [[key, text]];
  });
}
