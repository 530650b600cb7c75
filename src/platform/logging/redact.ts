import { redactSecrets } from '../../kernel/text/secret-patterns.js';
import { Problem } from '../../kernel/problems/problem.js';

const secretKey =
  /authorization|cookie|password|passwd|secret|token$|api[-_]?key|credential|^env$|^headers$/i;
const secretValue =
  /\b(?:gt[uaor]_[A-Za-z0-9]+|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|sk-[A-Za-z0-9_-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16})|(?<![\w-])(?:\w{0,32}-){0,4}eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*|(?<=\bBearer )[\x21-\x7e]+|(?<=:\/\/[^\s/@:]*:)[^\s/@]+(?=@)/gi;

const mask = '[redacted]';
const maxDepth = 6;

/** A copy that is safe to log: members with telling names and values that look like credentials are masked; errors become objects. */
export function redact(value: unknown, depth = 0): object {
  return clean(value, depth) ?? {};
}

/** Masks what looks like a credential inside a text. */
export function redactText(text: string): string {
  return redactSecrets(text).value.replace(secretValue, mask);
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '[deep]';
  if (value instanceof Error) return cleanError(value, depth);
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      secretKey.test(key) && member !== undefined ? mask : clean(member, depth + 1),
    ]),
  );
}

function cleanError(error: Error, depth: number): object {
  return {
    name: error.name,
    message: redactText(error.message),
    ...(error instanceof Problem ? { code: error.code } : {}),
    stack: error.stack === undefined ? undefined : redactText(error.stack),
    cause: error.cause === undefined ? undefined : clean(error.cause, depth + 1),
  };
}
