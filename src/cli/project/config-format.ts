import { CliFailure } from '../failure.js';
import type { ConfigObject } from './json-value.js';

/** One way to write a config down. */
export interface ConfigFormat {
  /** Throws a failure that names the line. */
  parse(text: string, path: string): unknown;
  /** `config` anew, with what helps editors to complete it. */
  create(config: ConfigObject, schemaUrl: string): string;
  /** `text` changed as little as it takes to mean `config`: comments and layout of what stays the same are kept. */
  update(text: string, config: ConfigObject): string;
  /** Where a member stands in the text; for one that is missing the nearest that holds it. */
  locate(text: string, pointer: string): number;
}

/** The failure for text that cannot be read, at a place. */
export function badSyntax(path: string, text: string, offset: number, reason: string): CliFailure {
  const { line, column } = positionOf(text, offset);
  return new CliFailure(`${path}:${String(line)}:${String(column)}: ${reason}`, {
    code: 'bad-syntax',
    advice: ['Mend this line; gantry push --dry-run checks the file and changes nothing.'],
    lines: [text.split('\n')[line - 1] ?? '', `${' '.repeat(column - 1)}^`],
  });
}

/** Line and column, from 1. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
