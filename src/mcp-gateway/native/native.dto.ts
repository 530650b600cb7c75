import { z } from 'zod';

/** One JSON-RPC 2.0 message of MCP: request, notification or response. */
export const McpMessage = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string().max(1000).nullable(), z.number()]).optional(),
    method: z.string().max(1000).optional(),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage', description: 'A JSON-RPC 2.0 message of MCP' });
