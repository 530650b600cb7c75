import { deniesTool } from './unknown-tool.js';
import type { RawResponse } from '../../../mcp/wire/link.js';

const error = (code: number, message: string): RawResponse => ({
  message: { jsonrpc: '2.0', id: 1, error: { code, message } },
});
const result = (text: string, isError = true): RawResponse => ({
  message: { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text }], isError } },
});

it('knows the ways in which servers say that they have no tool of a name', () => {
  for (const response of [
    error(-32602, 'Unknown tool: search'),
    error(-32602, 'MCP error -32602: Tool search not found'),
    error(-32602, 'Tool search disabled'),
    result('Unknown tool: search'),
    result('MCP error -32602: Tool search not found'),
  ])
    expect(deniesTool(response, 'search')).toBe(true);
});

it('takes nothing else for that', () => {
  for (const response of [
    error(-32602, 'Invalid arguments for tool search: query is missing'),
    error(-32602, 'Unknown city'),
    error(-32603, 'Unknown tool: search'),
    result('search: city not found', false),
    result('Unknown tool: other'),
    result(`Unknown tool: search ${'x'.repeat(5000)}`),
    { message: { jsonrpc: '2.0', id: 1, result: { content: [], isError: true } } } satisfies RawResponse,
    { message: { jsonrpc: '2.0', id: 1 } } satisfies RawResponse,
  ])
    expect(deniesTool(response, 'search')).toBe(false);
});
