import { isJsonObject } from '../json/json.js';

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
];

/** What stands under a telling name: in JSON within a text anything, after `=` or `:` what is too mixed to be a word. */
const namedForms = [
  /(?<=(?:passw(?:or)?d|passphrase|secret|credential|(?:api|access|private|secret)[-_]?key|(?<!page|page[-_]|next|next[-_]|sync|sync[-_])token)s?\\{0,3}["']\s{0,3}:\s{0,3}\\{0,3}["'])[^"'\\]+/gi,
  /(?<=(?:passw(?:or)?d|passphrase|secret|(?:api|access|private|secret)[-_]?key|(?<!page|page[-_]|next|next[-_]|sync|sync[-_])token)\s{0,3}[=:]\s{0,3})(?=[^\s\d"'&,;]{0,64}\d)[^\s"'&,;<>(){}[\]]{8,}/gi,
];

const tellingName =
  /(?:authorization|cookie|passw(?:or)?d|passphrase|secret|credential|(?:api|access|private|secret)[-_]?key|(?<!page|page[-_]|next|next[-_]|sync|sync[-_])token)s?$/i;

/** A value without secrets: the same when there are none. */
export interface SecretSearch<T> {
  readonly value: T;
  /** How many there were. */
  readonly found: number;
}

/** A copy of a JSON value with a mark in place of each secret in its texts, of names of members as of values; in a time that grows with its length only. */
export function redactSecrets<T>(value: T): SecretSearch<T> {
  const search = new Search();
  const clean = search.cleaned(value, '', 0) as T;
  return { value: search.found === 0 ? value : clean, found: search.found };
}

class Search {
  found = 0;

  /** `name`: of the member that the value is, or is in a list of. */
  cleaned(value: unknown, name: string, depth: number): unknown {
    if (typeof value === 'string') return tellingName.test(name) ? this.hidden(value) : this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > maxDepth) return this.hidden('deep');
    if (Array.isArray(value)) return value.map((item) => this.cleaned(item, name, depth + 1));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [
        this.text(member),
        this.cleaned(inner, member, depth + 1),
      ]),
    );
  }

  private text(text: string): string {
    return [...ownForms, ...namedForms].reduce(
      (left, form) => left.replace(form, (secret) => this.hidden(secret)),
      text,
    );
  }

  /** What is hidden already is not found again. */
  private hidden(secret: string): string {
    if (secret === '' || secret === redactionMark) return secret;
    this.found++;
    return redactionMark;
  }
}
