import { openingOf } from '../../kernel/text/foreign-text.js';

/** Those that nothing else has. */
const sureForms = [
  /\bgh[pousr]_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_\w{20,}/,
  /\bglpat-[\w-]{16,}/,
  /\bxox[abeprs]-[\w-]{10,}/,
  /\bA(?:KIA|SIA)[0-9A-Z]{16}/,
  /\bAIza[\w-]{30,}/,
  // From the beginning of a run of such characters: from each `eyJ` in it the whole rest would be read again.
  /(?<![\w-])(?:\w{0,32}-){0,4}eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/,
];

/** Those that a name with hyphens could have, too, if it has no digit. */
const looseForms = [
  /\b[sprk]{2}[-_](?:live|test|ant|proj)?[A-Za-z0-9_-]{16,}/,
  /\b(?:npm|hf|gt[ua]|dop_v1|shpat|lin_api|ntn|pypi)[_-][A-Za-z0-9_-]{16,}/,
];
const knownForms = [...sureForms, ...looseForms];

const tellingName =
  /authorization|cookie|token|secret|passw|credential|api[-_]?key|access[-_]?key|private[-_]?key/i;
const schemes = /^(?:Bearer|Basic|Token|ApiKey|Digest)\s+/i;
const addressForm = /^[a-z][a-z\d+.-]*:\/\//i;
const reference = /\$\{secret:[A-Z0-9_]{0,64}\}/g;
const placeholder = /^(?:[<[{(].*|x{3,}|\*{3,}|\.{3,}|your[-_ ].*|changeme|example.*|test|none|null)$/i;

/**
 * Whether the value of a header or variable carries a credential in plain: a known form, or under a telling name something that is
 * too random to be a word. References to secrets are taken out first.
 */
export function looksLikeCredential(name: string, value: string): boolean {
  const literal = openingOf(value).replace(reference, '').trim();
  if (knownForms.some((form) => form.test(literal))) return true;
  const rest = literal.replace(schemes, '').trim();
  if (rest.length < 8 || placeholder.test(rest)) return false;
  if (tellingName.test(name)) return schemes.test(literal) || bitsPerCharacter(rest) >= 2.5;
  if (addressForm.test(rest) && URL.canParse(rest)) return carriesCredential(new URL(rest));
  return isRandom(rest);
}

/**
 * Whether there is no doubt: a form that only credentials have, a password in an address, or under a telling name of a header or
 * variable (`''` for none) a long mix of letters and digits.
 */
export function isSurelyCredential(name: string, value: string): boolean {
  const literal = openingOf(value).replace(reference, '').trim();
  if (sureForms.some((form) => form.test(literal))) return true;
  if (looseForms.some((form) => /\d/.test(form.exec(literal)?.[0] ?? ''))) return true;
  const rest = literal.replace(schemes, '').trim();
  if (addressForm.test(rest) && URL.canParse(rest)) return surelyCarriesCredential(new URL(rest));
  return tellingName.test(name) && isMixed(rest);
}

function surelyCarriesCredential({ password, searchParams }: URL): boolean {
  return (
    password !== '' || [...searchParams].some(([name, value]) => tellingName.test(name) && isMixed(value))
  );
}

function isMixed(rest: string): boolean {
  return (
    rest.length >= 16 &&
    !/\s/.test(rest) &&
    /\d/.test(rest) &&
    /[a-z]/i.test(rest) &&
    !placeholder.test(rest) &&
    bitsPerCharacter(rest) >= 3
  );
}

/** An address as a whole is long and varied; what counts is each of its parts. */
function carriesCredential({ password, pathname, searchParams }: URL): boolean {
  return (
    password !== '' ||
    pathname.split('/').some(isRandom) ||
    [...searchParams].some(([name, value]) => looksLikeCredential(name, value))
  );
}

function isRandom(rest: string): boolean {
  return rest.length >= 32 && !/\s/.test(rest) && /\d/.test(rest) && bitsPerCharacter(rest) >= 4;
}

/** Shannon entropy. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
