import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parse,
  parseTree,
  printParseErrorCode,
  stripComments,
  type ParseError,
} from 'jsonc-parser';
import { jsonFault } from '../../kernel/json/json-fault.js';
import { badSyntax, type ConfigFormat } from './config-format.js';
import { configDifferences } from './config-diff.js';
import { readPointer } from './pointer.js';

const formattingOptions = { tabSize: 2, insertSpaces: true, eol: '\n' } as const;

/** JSON, with comments and trailing commas where somebody has written them. */
export const jsonFormat: ConfigFormat = {
  parse: read,

  create: (config, schemaUrl) => `${JSON.stringify({ $schema: schemaUrl, ...config }, null, 2)}\n`,

  update: (text, config) => {
    let updated = text;
    for (const { op, path, after } of configDifferences(read(text, 'the file'), config)) {
      const value = op === 'remove' ? undefined : after;
      updated = applyEdits(updated, modify(updated, readPointer(path), value, { formattingOptions }));
    }
    return updated;
  },

  locate: (text, pointer) => {
    const root = parseTree(text, [], { allowTrailingComma: true });
    const path = readPointer(pointer).map((name) => (/^\d+$/.test(name) ? Number(name) : name));
    for (let length = path.length; root !== undefined && length > 0; length--) {
      const node = findNodeAtLocation(root, path.slice(0, length));
      if (node !== undefined) return node.parent?.type === 'property' ? node.parent.offset : node.offset;
    }
    return root?.offset ?? 0;
  },
};

function read(text: string, path: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined) return value;
  const complaint = { ...error, code: printParseErrorCode(error.error) };
  const fault = jsonFault(stripComments(text, ' '), complaint);
  throw badSyntax(path, text, fault.offset, fault.text);
}
