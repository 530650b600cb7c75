import type { JsonObject } from '../../kernel/json/json.js';

/** How many tools a search shows when it is not told. */
export const defaultFound = 10;

const name = { type: 'string', description: 'Name of a tool, as search_tools gives it' };

/** What an app shows in place of its tools with `"tools": {"mode": "search"}`: enough to find and use any of them. */
export const lazyTools: readonly JsonObject[] = [
  {
    name: 'search_tools',
    title: 'Search tools',
    description: 'Finds the tools for a task. Say in a few words what is to be done.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What is to be done' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 50,
          description: `At most so many; ${String(defaultFound)} when absent`,
        },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'describe_tool',
    title: 'Describe a tool',
    description: 'Gives the whole definition of a tool with the schema of its arguments.',
    inputSchema: { type: 'object', properties: { name }, required: ['name'] },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'call_tool',
    title: 'Call a tool',
    description: 'Calls a tool that search_tools has found. describe_tool gives the schema of its arguments.',
    inputSchema: {
      type: 'object',
      properties: { name, arguments: { type: 'object', description: 'Arguments of that tool' } },
      required: ['name'],
    },
  },
];

/** A result that carries a value for programs, and the same as text. */
export function told(value: JsonObject): JsonObject {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
}
