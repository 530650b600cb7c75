import { ExactNumber } from '../json/exact-number.js';
import { isJsonObject } from '../json/json.js';
import { withNamedValues } from './named-values.js';

/** What stands in place of a secret. */
const redactionMark = '[redacted]';

/** Deeper than anything that makes sense: what lies there is not shown. */
const maxDepth = 100;

/** Forms that only credentials have: tokens of known makers, JSON web tokens, private keys, passwords in addresses, `Authorization` in text. */
const ownForms = [
  /\b(?:gt[uaor]_[A-Za-z0-9]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|A(?:KIA|SIA)[0-9A-Z]{16}|AIza[\w-]{30,}|SG\.[\w-]{16,}\.[\w-]{16,})/g,
  /\b(?:[srp]k[-_](?:live|test|ant|proj)?|(?:npm|hf|dop_v1|shpat|lin_api|ntn|pypi)[_-])(?=[A-Za-z_-]{0,64}\d)[\w-]{16,}/g,
  // From the beginning of a run of such characters: from each `eyJ` in it the whole rest would be read again.
  /(?<![\w-])(?:\w{0,32}-){0,4}eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^-]+|-(?!----)){0,64}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /(?<=:\/\/[^\s/@:]{0,128}:)[^\s/@]{1,256}(?=@)/g,
  /(?<=\b(?:Bearer|Basic|Token) )(?=[^\s\d]{0,200}\d)[\w.~+/-]{12,}=*/gi,
  /\bsk-[A-Za-z0-9]{20,}\b/g,
];

/** After `=` or `:` what is too mixed to be a word. */
const namedText =
  /(?<=(?:passw(?:or)?d|passphrase|secret|(?:api|access|private|secret)[-_]?key|(?<!page|page[-_]|next|next[-_]|sync|sync[-_])token)\s{0,3}[=:]\s{0,3})(?=[^\s\d"'&,;]{0,64}\d)[^\s"'&,;<>(){}[\]]{8,}/gi;

/** How names end that tell of a secret; in the plural a number under one says how many there are. */
const tellingName =
  /(?:authorization|cookie|passw(?:or)?d|passphrase|secret|credential|(?:api|access|private|secret)[-_]?key|(?<!page|page[-_]|next|next[-_]|sync|sync[-_])token)(s?)$/i;
/** What is kept of calls has nothing that could be a token, whatever it looks like. */
const formsOfKept = [...ownForms, /(?<=\bBearer )[\x21-\x7e]+/gi];
/** What is kept of calls tells nothing of these either, whatever their members are called. */
const namesOfKept = /^(?:env|headers)$/i;

/** A value without secrets: the same when there are none. */
export interface SecretSearch<T> {
  readonly value: T;
  /** How many there were. */
  readonly found: number;
}

/**
 * A copy of a JSON value with a mark in place of each secret in its texts, of names of members as of values, and of whatever stands under a
 * telling name; in a time that grows with its length only.
 */
export function redactSecrets<T>(value: T): SecretSearch<T> {
  const search = new Search(ownForms, (name) => tellingName.test(name));
  const clean = search.cleaned(value, '', 0) as T;
  return { value: search.found === 0 ? value : clean, found: search.found };
}

/** Redacts a value of a call for records, traces, and the steps and approvals of runs. */
export function redactKept<T>(value: T): T {
  const search = new Search(formsOfKept, (name) => tellingName.test(name) || namesOfKept.test(name));
  return search.cleaned(value, '', 0) as T;
}

/** Whether a value that is no text is hidden because of the name of its member: a number, an object; not yes, no or how many. */
export function isHiddenBy(name: string, value: unknown): boolean {
  const telling = tellingName.exec(name);
  if (telling === null) return false;
  return typeof value === 'number' || value instanceof ExactNumber ? telling[1] === '' : isJsonObject(value);
}

class Search {
  found = 0;

  constructor(
    private readonly forms: readonly RegExp[],
    private readonly isTelling: (name: string) => boolean,
  ) {}

  /** `name`: of the member that the value is, or is in a list of. */
  cleaned(value: unknown, name: string, depth: number): unknown {
    if (typeof value === 'string') return this.isTelling(name) ? this.hidden(value) : this.text(value);
    if (isHiddenBy(name, value)) return this.hidden('value');
    if (typeof value !== 'object' || value === null) return value;
    if (depth > maxDepth) return this.hidden('deep');
    if (Array.isArray(value)) return value.map((item) => this.cleaned(item, name, depth + 1));
    if (!isJsonObject(value)) return value;
    if (this.isTelling(name)) return this.hidden('value');
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [
        this.text(member),
        this.cleaned(inner, member, depth + 1),
      ]),
    );
  }

  private text(text: string): string {
    const hide = (secret: string) => this.hidden(secret);
    const left = this.forms.reduce((rest, form) => rest.replace(form, hide), text);
    return withNamedValues(left, hide).replace(namedText, hide);
  }

  /** What is hidden already is not found again. */
  private hidden(secret: string): string {
    if (secret === '' || secret === redactionMark) return secret;
    this.found++;
    return redactionMark;
  }
}
