import type { Tool as AnthropicSdkTool } from '@anthropic-ai/sdk/resources/messages/messages.js';
import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions/completions.js';
import { toAnthropicTool, toOpenAiTool } from '../../src/mcp-gateway/provider-formats.js';
import { toObjectSchema } from '../../src/mcp-gateway/provider-schema.js';

const tool = {
  name: 's__find',
  title: 'Find',
  description: 'Finds things.',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
  annotations: { readOnlyHint: true },
};

describe('formats of model providers', () => {
  it('[sdk-formats] are what the types of the official SDKs take', () => {
    const openai: ChatCompletionFunctionTool = toOpenAiTool(tool);
    const anthropic: AnthropicSdkTool = toAnthropicTool(tool);
    expect(openai).toEqual({
      type: 'function',
      function: { name: 's__find', description: 'Finds things.', parameters: tool.inputSchema },
    });
    expect(anthropic).toEqual({
      name: 's__find',
      description: 'Finds things.',
      input_schema: tool.inputSchema,
    });
  });

  it('describe a tool by its title when it has nothing else, and not at all when it has neither', () => {
    expect(toAnthropicTool({ name: 'a', title: 'Find', description: ' ' }).description).toBe('Find');
    expect(toOpenAiTool({ name: 'a', title: 'Find' }).function.description).toBe('Find');
    expect(toOpenAiTool({ name: 'a' })).toEqual({
      type: 'function',
      function: { name: 'a', parameters: { type: 'object', properties: {} } },
    });
  });

  it('[sdk-formats] keep the whole of a long description within what OpenAI takes', () => {
    const sentences = Array.from({ length: 60 }, (_, i) => `This is sentence number ${String(i)}.`);
    const description = sentences.join(' ');
    const { function: made } = toOpenAiTool({ ...tool, description });
    expect(made.description?.length).toBeLessThanOrEqual(1024);
    expect(made.description).toMatch(/\.$/);
    expect(`${String(made.description)} ${String(made.parameters['description'])}`).toBe(description);
    expect(toAnthropicTool({ ...tool, description }).description).toBe(description);
    const unbroken = 'x'.repeat(3000);
    const cut = toOpenAiTool({ ...tool, description: unbroken }).function;
    expect(`${String(cut.description)}${String(cut.parameters['description'])}`).toBe(unbroken);
  });
});

describe('the root of an input schema', () => {
  it.each([
    ['nothing', undefined],
    ['true', true],
    ['an empty schema', {}],
    ['another type', { type: 'string' }],
    ['several types', { type: ['object', 'null'] }],
  ])('is an object with properties when it was %s', (_, schema) => {
    expect(toObjectSchema(schema)).toEqual({ type: 'object', properties: {} });
  });

  it('keeps what providers take', () => {
    const schema = {
      type: 'object',
      description: 'All of it',
      properties: { a: { type: 'string', format: 'uri', 'x-odd': 1 } },
      required: ['a'],
      additionalProperties: false,
      $defs: { B: { type: 'number' } },
    };
    expect(toObjectSchema({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema })).toEqual(schema);
  });

  it('says which members go together in place of alternatives', () => {
    const schema = toObjectSchema({
      type: 'object',
      properties: { id: { type: 'string' } },
      anyOf: [
        { properties: { path: { type: 'string' } }, required: ['id', 'path'] },
        { properties: { url: { type: 'string' }, path: { type: 'null' } }, required: ['id', 'url'] },
      ],
    });
    expect(schema).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        path: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        url: { type: 'string' },
      },
      required: ['id'],
      description: 'Requires the members of one of: {id, path} or {id, url}.',
    });
  });

  it('takes what holds together from allOf and from a reference', () => {
    const schema = toObjectSchema({
      $ref: '#/$defs/Input',
      allOf: [
        { properties: { b: { type: 'number' } }, required: ['b'] },
        { properties: { b: { minimum: 1 } } },
      ],
      $defs: { Input: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
    });
    expect(schema).toMatchObject({
      type: 'object',
      properties: { a: { type: 'string' }, b: { allOf: [{ type: 'number' }, { minimum: 1 }] } },
      required: ['a', 'b'],
    });
    expect(schema).not.toHaveProperty('$ref');
    expect(schema).not.toHaveProperty('allOf');
  });

  it('bears references that lead nowhere or round in circles', () => {
    for (const $ref of ['#/$defs/Gone', '#/$defs/Me', '#', 'https://example.com/schema.json'])
      expect(toObjectSchema({ $ref, $defs: { Me: { $ref: '#/$defs/Me' } } })).toMatchObject({
        type: 'object',
        properties: {},
      });
    const selves = Array.from({ length: 20 }, () => ({ $ref: '#' }));
    expect(toObjectSchema({ allOf: selves, anyOf: selves }).properties).toEqual({});
  });
});

describe('what is below the root', () => {
  const inner = (schema: object) => toObjectSchema({ properties: { it: schema } }).properties['it'];

  it.each([
    ['gives arrays items', { type: 'array' }, { type: 'array', items: {} }],
    [
      'writes tuples as 2020-12 does',
      { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    ],
    [
      'writes bounds as 2020-12 does',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 1, maximum: 9 },
    ],
    ['passes over types that do not exist', { type: 'any', description: 'x' }, { description: 'x' }],
    ['passes over `required` that is no list', { type: 'string', required: true }, { type: 'string' }],
    [
      'goes into every corner',
      { anyOf: [{ type: 'object', properties: { x: { type: ['array', 'null'] } } }, { type: 'any' }] },
      { anyOf: [{ type: 'object', properties: { x: { type: ['array', 'null'], items: {} } } }, {}] },
    ],
    [
      'leaves data alone',
      { const: { type: 'any' }, default: [{ type: 'array' }] },
      { const: { type: 'any' }, default: [{ type: 'array' }] },
    ],
  ])('%s', (_, given, made) => {
    expect(inner(given)).toEqual(made);
  });

  it('bears depth and names that are dangerous', () => {
    let deep: object = { type: 'string' };
    for (let i = 0; i < 10_000; i++) deep = { type: 'array', items: deep };
    expect(JSON.stringify(inner(deep)).length).toBeLessThan(10_000);
    const evil = JSON.parse(
      '{"properties":{"__proto__":{"type":"array"},"constructor":{"type":"string"}}}',
    ) as object;
    expect(JSON.stringify(inner(evil))).toBe(
      '{"properties":{"__proto__":{"type":"array","items":{}},"constructor":{"type":"string"}}}',
    );
  });
});
