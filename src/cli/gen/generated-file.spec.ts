import { generatedFile } from './generated-file.js';

const tool = (name: string, inputSchema: Record<string, unknown> = { type: 'object' }, more = {}) => ({
  name,
  inputSchema,
  ...more,
});

/** What is written for the tools, without what every file begins with. */
function written(...tools: Parameters<typeof generatedFile>[1]): string {
  return generatedFile('shop', tools).split('return result;\n}\n')[1] ?? '';
}

it('[cli-gen] names functions after tools, without a clash or a word that TypeScript keeps for itself', () => {
  const text = written(
    tool('files__read'),
    tool('files-read'),
    tool('delete'),
    tool('delete_tool'),
    tool('2fa'),
    tool('tool_result'),
  );
  expect([...text.matchAll(/export async function (\w+)/g)].map(([, name]) => name)).toEqual([
    'filesRead',
    'filesRead2',
    'deleteTool',
    'deleteTool2',
    'tool2fa',
    'toolResult2',
  ]);
});

it('[cli-gen] types arguments by the input schema, and lets them be left out when none is required', () => {
  const properties = { a: { type: 'number', description: 'First */ number' }, b: { enum: ['x', 2, null] } };
  const text = written(tool('sum', { type: 'object', properties, required: ['a'] }), tool('now'));
  expect(text).toContain(`export type SumArguments = {
  /** First *\\/ number */
  "a": number;
  "b"?: "x" | 2 | null;
};`);
  expect(text).toContain('args: SumArguments,');
  expect(text).toContain('args: NowArguments = {},');
});

it('[cli-gen] gives the structured content where there is an output schema, else the whole result', () => {
  const outputSchema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
  const text = written(tool('check', { type: 'object' }, { outputSchema }), tool('now'));
  expect(text).toMatch(/function check<[^]*?Promise<CheckOutput>/);
  expect(text).toMatch(/function now<[^]*?Promise<ToolResult>/);
});

it('[cli-gen] writes references, unions, lists and maps as types; what it does not know is unknown', () => {
  const schema = {
    type: 'object',
    properties: {
      tree: { $ref: '#/$defs/node' },
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      names: { type: 'array', items: { anyOf: [{ type: 'string' }, { const: 1 }] } },
      map: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
      both: {
        allOf: [{ type: 'object', properties: { x: { type: 'integer' } } }, { $ref: '#/$defs/100%' }],
      },
      odd: { type: 'date' },
      never: false,
    },
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  };
  const text = written(tool('t', schema));
  for (const line of [
    '"tree"?: TArgumentsNode;',
    '"pair"?: [string?, number?];',
    '"names"?: (string | 1)[];',
    '"map"?: Record<string, string | null>;',
    '"odd"?: unknown;',
    '"never"?: never;',
    '"next"?: TArgumentsNode;',
  ])
    expect(text).toContain(line);
});
