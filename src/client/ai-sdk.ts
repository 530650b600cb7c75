import type { components } from './openapi-types.js';

type CallToolResult = components['schemas']['CallToolResult'];

/** A schema that the AI SDK takes: Standard Schema with its JSON Schema part (standardschema.dev), typed without the SDK. */
export interface AiSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** A tool for `generateText`, `streamText` and agents of the AI SDK. */
export interface AiTool {
  readonly description?: string;
  readonly inputSchema: AiSchema;
  readonly execute: (
    input: unknown,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<CallToolResult>;
}

/** By this symbol the AI SDK knows schemas of its own `jsonSchema()`, which it passes to the model as they are. */
const schemaSymbol = Symbol.for('vercel.ai.schema');

/** The gateway checks arguments, so nothing is checked here. */
export function aiSchema(jsonSchema: Readonly<Record<string, unknown>>): AiSchema {
  const schema = { ...jsonSchema };
  const given = (): Record<string, unknown> => schema;
  return {
    '~standard': {
      version: 1,
      vendor: 'gantry',
      validate: (value) => ({ value }),
      jsonSchema: { input: given, output: given },
    },
    [schemaSymbol]: true,
    jsonSchema: schema,
    validate: undefined,
  } as AiSchema;
}
