import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../schema-form/json-schema.ts';
import { placeOf } from './json-places.ts';
import { schemaCompletion } from './schema-completion.ts';

const stateOf = (doc: string): EditorState => EditorState.create({ doc, extensions: [json()] });

describe('Where a JSON pointer points', () => {
  const doc = '{\n  "mcpServers": {\n    "a/b": { "url": 1 },\n    "list": [1, {"x": 2}]\n  }\n}';
  const textAt = (pointer: string): string => {
    const state = stateOf(doc);
    const { from, to } = placeOf(state, pointer);
    return state.sliceDoc(from, to);
  };

  it.each([
    ['/mcpServers/a~1b/url', '"url": 1'],
    ['/mcpServers/list/1/x', '"x": 2'],
    ['/mcpServers/list/0', '1'],
    // Of a member that is missing, what should have it.
    ['/mcpServers/a~1b/command', '"a/b": { "url": 1 }'],
    ['', '{'],
    ['/nothing', '{'],
  ])('%s', (pointer, text) => {
    expect(textAt(pointer)).toBe(text);
  });

  it('is found at the end of a long text', () => {
    const long = JSON.stringify(
      { list: Array.from({ length: 20_000 }, (_, index) => index), last: true },
      null,
      1,
    );
    const state = stateOf(long);
    expect(state.doc.lineAt(placeOf(state, '/last').from).number).toBe(20_004);
  });

  it.each(['', '{', '[', 'x', '{"a":'])('of a broken text %j is somewhere in it', (broken) => {
    const { from, to } = placeOf(stateOf(broken), '/a/b');
    expect(from).toBeLessThanOrEqual(to);
    expect(to).toBeLessThanOrEqual(broken.length);
  });
});

describe('What the editor completes', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      mcpServers: { type: 'object', additionalProperties: { $ref: '#/$defs/server' } },
      policies: { type: 'object', properties: { toolPinning: { enum: ['off', 'warn', 'block'] } } },
    },
    $defs: {
      server: {
        anyOf: [
          { type: 'object', properties: { url: { type: 'string', description: 'Where' } } },
          { type: 'object', properties: { use: { type: 'string' } } },
        ],
      },
    },
  };
  /** `|` is the cursor. */
  const offered = (text: string): string[] => {
    const at = text.indexOf('|');
    const state = stateOf(text.replace('|', ''));
    const result = schemaCompletion(schema)(new CompletionContext(state, at, true));
    return (result?.options ?? []).map(({ label }) => label);
  };

  it.each([
    ['{|}', ['"mcpServers"', '"policies"']],
    ['{"mcpServers": {}, "|"}', ['"policies"']],
    ['{"mcpServers": {"a": {|}}}', ['"url"', '"use"']],
    ['{"mcpServers": {"a": {"url": "x", "|"}}}', ['"use"']],
    ['{"policies": {"toolPinning": "|"}}', ['"off"', '"warn"', '"block"']],
    ['{"other": {|}}', []],
    ['|', []],
  ])('%s', (text, labels) => {
    expect(offered(text)).toEqual(labels);
  });
});
