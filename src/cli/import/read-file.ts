import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parseClientDocument, type ClientDocument } from '../../kernel/client-files/client-document.js';
import { CliFailure, usageFailure } from '../failure.js';
import { positionOf } from '../project/config-format.js';
import { jsonFormat } from '../project/json-format.js';
import { writePointer } from '../project/pointer.js';

/** A file of a client that was read. */
export interface ClientFileText {
  readonly document: ClientDocument;
  /** The line of a member, from 1. */
  readonly lineOf: (path: readonly string[]) => number;
}

/** Throws a failure for a file that cannot be read or holds no servers. `shown`: the path as it was typed. */
export async function readClientFile(path: string, shown: string): Promise<ClientFileText> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw usageFailure(
      `The file cannot be read: ${(error as Error).message}`,
      'Give the path of a file of an MCP client.',
    );
  }
  return parseClientFile(textOf(bytes), shown);
}

/** The servers that a text declares; its format follows from the name of the file. */
export async function parseClientFile(text: string, path: string): Promise<ClientFileText> {
  const { name, format } = await formatOf(path);
  const document = parseClientDocument(format.parse(text, path), name);
  if (document === undefined)
    throw new CliFailure(`${path} holds no MCP servers that can be read.`, {
      code: 'bad-import',
      advice: [
        'Servers stand in mcpServers, servers (VS Code), context_servers (Zed), mcp (OpenCode), mcp_servers (Codex) or extensions (Goose).',
        'docs/clients/import.md has the clients and the members.',
      ],
    });
  return { document, lineOf: (place) => positionOf(text, format.locate(text, writePointer(place))).line };
}

async function formatOf(path: string) {
  switch (extname(path).toLowerCase()) {
    case '.toml':
      return { name: 'toml', format: (await import('./toml-format.js')).tomlFormat } as const;
    case '.yaml':
    case '.yml':
      return { name: 'yaml', format: (await import('../project/yaml-format.js')).yamlFormat } as const;
    default:
      return { name: 'json', format: jsonFormat } as const;
  }
}

/** Editors of Windows write a byte order mark, or UTF-16. */
function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
