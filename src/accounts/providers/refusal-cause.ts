import { shownLine } from '../../kernel/text/shown-line.js';
import { redactText } from '../../platform/logging/redact.js';

const maxDepth = 5;
const maxCharacters = 300;

/** Why something failed, in a line for the audit log: the messages of the error's causes, with what an issuer said (RFC 6749 §5.2). */
export function causeOf(error: Error): string | undefined {
  const parts: string[] = [];
  let at = error.cause;
  for (let depth = 0; at instanceof Error && depth < maxDepth; depth++, at = at.cause) {
    const said = Object.entries(at).flatMap(([name, value]) =>
      ['error', 'error_description', 'code'].includes(name) && typeof value === 'string' ? [value] : [],
    );
    parts.push([at.message, ...new Set(said)].filter((part) => part !== '').join(' '));
  }
  return shownLine(redactText(parts.join(': ')), maxCharacters);
}
