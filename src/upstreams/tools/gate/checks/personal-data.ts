import type { PersonalData } from '../../../../apps/document/policies/checks.schema.js';
import { withoutCards, withoutIbans } from './account-numbers.js';

const domain = /@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu;
const localCharacter = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]/u;
const longestLocal = 64;

/** Numbers of telephones, with the country (ITU-T E.123) or as they are written in one. */
const phones = [
  /(?<![\w.])(?:\+|00)[1-9](?:[ \u00a0()./-]{0,2}\d){6,14}(?!\d)/g,
  /(?<![\w.-])(?:\(\d{2,5}\)[ -]?\d{3,4}[ -]?\d{3,5}|0\d{1,4}[ /-]\d{3,4}[ -]?\d{2,8}|\d{3}[-. ]\d{3}[-. ]\d{4})(?![\w-])/g,
];

const ways: Readonly<Record<PersonalData, (text: string) => string>> = {
  email: withoutEmails,
  iban: (text) => withoutIbans(text, '[iban]'),
  card: (text) => withoutCards(text, '[card]'),
  phone: (text) => phones.reduce((left, form) => left.replace(form, '[phone]'), text),
};

/** Those that hold others first: in an IBAN stands what looks like a card, and in a card what looks like a telephone. */
const order = Object.keys(ways) as readonly PersonalData[];

/** A text with the name of its kind in place of what is personal, in a time that grows with its length only; the same when there is none. */
export function withoutPersonalData(text: string, kinds: readonly PersonalData[]): string {
  return order.reduce((left, kind) => (kinds.includes(kind) ? ways[kind](left) : left), text);
}

function withoutEmails(text: string): string {
  let left = '';
  let done = 0;
  for (const { index, 0: found } of text.matchAll(domain)) {
    let start = index;
    const first = Math.max(done, index - longestLocal);
    while (start > first && localCharacter.test(text.charAt(start - 1))) start--;
    if (start === index) continue;
    left += `${text.slice(done, start)}[email]`;
    done = index + found.length;
  }
  return left + text.slice(done);
}
