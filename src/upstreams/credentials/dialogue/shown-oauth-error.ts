import { shownLine } from '../../../kernel/text/shown-line.js';
import { redactText } from '../../../platform/logging/redact.js';

/** Words of 24 characters and more; those with a digit and a letter look like tokens. */
const longWord = /[\w.~+/=-]{24,}/g;

/** Code and description of an OAuth error (RFC 6749 §4.1.2.1, §5.2) for people and the log, without what looks like a token. */
export function shownOAuthError(code: string, description: string | undefined): string {
  const words = shownLine(redactText((description ?? '').slice(0, 2000).replaceAll(longWord, masked)), 300);
  const isMore = words !== undefined && words !== code;
  return `${JSON.stringify(code.slice(0, 60))}${isMore ? `: ${words}` : ''}`;
}

function masked(word: string): string {
  return /\d/.test(word) && /[A-Za-z]/.test(word) ? '[redacted]' : word;
}
