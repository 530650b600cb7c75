import type { ConfigObject } from '../project/json-value.js';
import { printableText } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';

/** MCP `CallToolResult`, or `InputRequiredResult`. */
export interface CallResult {
  readonly content?: readonly ConfigObject[];
  readonly structuredContent?: ConfigObject;
  readonly isError?: boolean;
  readonly resultType?: string;
  readonly inputRequests?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}

/** Writes a result for people: text as it is, what cannot be shown by its kind and size. */
export function writeResult(terminal: Terminal, { content = [], structuredContent }: CallResult): void {
  for (const block of content) writeBlock(terminal, block);
  if (content.length === 0 && structuredContent !== undefined)
    terminal.foreign(JSON.stringify(structuredContent, null, 2));
}

/** The text of a result, for talk. */
export function textOfResult({ content = [] }: CallResult): string {
  return content
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n');
}

export function writeBlock(terminal: Terminal, block: ConfigObject): void {
  const { type, text, data, mimeType, uri, name, resource } = block;
  if (type === 'text' && typeof text === 'string') terminal.foreign(text);
  else if (type === 'resource_link') terminal.foreign(`${printableText(name)} ${printableText(uri)}`.trim());
  else if (type === 'resource') writeContents(terminal, resource as ConfigObject);
  else if (typeof data === 'string')
    terminal.say(`[${String(type)} ${String(mimeType)}, ${sizeOf(data)}; --json shows it]`);
  else terminal.foreign(JSON.stringify(block));
}

function writeContents(terminal: Terminal, { uri, text, blob, mimeType }: ConfigObject): void {
  if (typeof text === 'string') terminal.foreign(text);
  else
    terminal.say(
      `[${String(uri)} ${printableText(mimeType)}, ${sizeOf(printableText(blob))}; gantry read writes it]`,
    );
}

function sizeOf(base64: string): string {
  return `${String(Math.floor((base64.length * 3) / 4))} bytes`;
}
