import { parse, printParseErrorCode, stripComments, type ParseError } from 'jsonc-parser';
import { jsonFault } from './json-fault.js';

function faultOf(text: string): [line: number, column: number, text: string] {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true });
  const [{ error, offset, length }] = errors as [ParseError];
  const fault = jsonFault(stripComments(text, ' '), { code: printParseErrorCode(error), offset, length });
  const lines = text.slice(0, fault.offset).split('\n');
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1, fault.text];
}

describe('A fault of JSON in words', () => {
  it.each<[string, ...ReturnType<typeof faultOf>]>([
    ['{\n  "a": "s3cret"\n  "b": 2\n}', 2, 16, 'a comma is missing after the value of "a"'],
    ['{\n  "a": 1 // one\n  "b": 2\n}', 2, 9, 'a comma is missing after the value of "a"'],
    ['{\n  "a": {}\n  "b": 2\n}', 2, 10, 'a comma is missing after the }'],
    ['["x" "y"]', 1, 5, 'a comma is missing after this'],
    ['{"a" 1}', 1, 5, 'a colon is missing after this'],
    ['{\n"mcpServers": {\n', 2, 16, 'a } is missing after the {'],
    ['{"a": [1, 2', 1, 12, 'a ] is missing after this'],
    ['{"a": }', 1, 6, 'a value is missing after "a":'],
    ['', 1, 1, 'there is nothing: {} is the least that may stand in the file'],
    ['{"a": 1} {}', 1, 10, 'the value ends before this: only one may stand in the file'],
    ["{'a': 1}", 1, 2, 'texts stand in double quotes: " instead of this'],
    ['{a: 1}', 1, 2, 'names of members stand in double quotes: "a"'],
    [
      '{"a": undefined}',
      1,
      7,
      'this is no value: only texts in double quotes, numbers, true, false, null, {…} and […] are',
    ],
    [
      '{"a": "one\n}',
      1,
      7,
      'the text that begins here is not closed: a " is missing before the end of the line',
    ],
    [
      '{"a": "C:\\Program"}',
      1,
      7,
      'a \\ in this text stands alone: write \\\\ for a backslash, as in C:\\\\Users',
    ],
    ['{1: 2}', 1, 2, 'the name of a member, in double quotes, must stand here'],
    ['{} /* one', 1, 4, 'the comment that begins here is not closed: */ is missing'],
  ])('%j', (text, ...expected) => {
    expect(faultOf(text)).toEqual(expected);
  });
});
