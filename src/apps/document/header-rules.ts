import { headerNames } from '../../mcp/wire/header-names.js';

/** RFC 9110 §5.1 and §5.5. */
const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

const reserved: ReadonlySet<string> = new Set([
  ...[
    'host',
    'connection',
    'content-length',
    'content-type',
    'transfer-encoding',
    'upgrade',
    'te',
    'trailer',
  ],
  ...['keep-alive', 'expect', 'accept', 'accept-encoding', 'proxy-connection', headerNames.lastEventId],
  ...[headerNames.sessionId, headerNames.protocolVersion, headerNames.method, headerNames.name],
]);

/** Whether the gateway, HTTP or MCP set this header themselves. */
export function isReservedHeader(name: string): boolean {
  return reserved.has(name.toLowerCase());
}

/** What stands against sending a header beside those that stand before it: upper and lower case are one (RFC 9110 §5.1). */
export function repetitionFault(name: string, all: readonly string[]): string | undefined {
  const first = all.find((other) => other.toLowerCase() === name.toLowerCase());
  return first === undefined || first === name
    ? undefined
    : `is the same header as ${first}, which is there, too`;
}

/** What stands against sending a header; a value that is no text is not looked at. */
export function headerFault(name: string, value: unknown): string | undefined {
  if (!fieldName.test(name)) return 'is not the name of a header (RFC 9110 §5.1)';
  return typeof value !== 'string' || fieldValue.test(value)
    ? undefined
    : 'has a character that cannot stand in a header';
}
