import { ExactNumber, printJson } from '../json/exact-number.js';
import { isJsonObject } from '../json/json.js';

/** What people do not see, or take for something else: controls, what turns text around, fillers, and spaces that are none. */
const unseen =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u115f\u1160\u2800\u3164\uffa0]|(?! )\p{Zs}/gu;

/** A text in which nothing hides: what people would not see stands there as JSON writes it, `\u200b`. */
export function visibleText(text: string): string {
  return text.replaceAll(unseen, escaped);
}

/** A value as JSON for people to read and change: it says the same, and nothing hides in it. */
export function visibleJson(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  const lines = (open: string, close: string, members: readonly string[]) =>
    members.length === 0
      ? open + close
      : `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
  if (Array.isArray(value))
    return lines(
      '[',
      ']',
      value.map((member) => visibleJson(member, inner)),
    );
  if (isJsonObject(value) && !(value instanceof ExactNumber))
    return lines(
      '{',
      '}',
      Object.entries(value).map(
        ([name, member]) => `${visibleText(JSON.stringify(name))}: ${visibleJson(member, inner)}`,
      ),
    );
  return visibleText(printJson(value));
}

function escaped(character: string): string {
  let text = '';
  for (let at = 0; at < character.length; at++)
    text += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return text;
}
