import type { JsonObject } from '../kernel/json/json.js';
import { toStrictForm } from './strict-schema.js';
import { toObjectSchema, type ObjectSchema } from './provider-schema.js';

/** Whose shape a list of tools is sent in. */
export const toolFormats = ['mcp', 'openai', 'anthropic'] as const;
export type ToolFormat = (typeof toolFormats)[number];

/** An element of `tools` of OpenAI's Chat Completions. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters: ObjectSchema;
    /** With `strict`: whether the parameters are in OpenAI's strict subset; if not, their `$comment` says why. */
    readonly strict?: boolean;
  };
}

/** An element of `tools` of Anthropic's Messages. */
export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: ObjectSchema;
}

/** OpenAI has refused longer ones. */
const maxOpenAiDescription = 1024;

/** A tool in OpenAI's shape. What does not fit into its description goes on in that of the parameters. */
export function toOpenAiTool(tool: JsonObject): OpenAiTool {
  const parameters = toObjectSchema(tool['inputSchema']);
  const { head, tail } = splitDescription(descriptionOf(tool), maxOpenAiDescription);
  const notes = [tail, parameters['description']].filter((text) => typeof text === 'string' && text !== '');
  return {
    type: 'function',
    function: {
      name: String(tool['name']),
      ...(head === '' ? {} : { description: head }),
      parameters: notes.length === 0 ? parameters : { ...parameters, description: notes.join('\n') },
    },
  };
}

/** The same with parameters that OpenAI keeps to strictly, as far as they can be said so. */
export function toStrictOpenAiTool(tool: JsonObject): OpenAiTool {
  const { type, function: made } = toOpenAiTool(tool);
  const { schema, why } = toStrictForm(made.parameters);
  return {
    type,
    function:
      schema === undefined
        ? { ...made, parameters: { ...made.parameters, $comment: why }, strict: false }
        : { ...made, parameters: schema, strict: true },
  };
}

/** A tool in Anthropic's shape. */
export function toAnthropicTool(tool: JsonObject): AnthropicTool {
  const description = descriptionOf(tool);
  return {
    name: String(tool['name']),
    ...(description === '' ? {} : { description }),
    input_schema: toObjectSchema(tool['inputSchema']),
  };
}

function descriptionOf({ title, description }: JsonObject): string {
  if (typeof description === 'string' && description.trim() !== '') return description;
  return typeof title === 'string' ? title : '';
}

/** Cuts at the end of a sentence or a word; nothing is lost. */
function splitDescription(text: string, max: number): { head: string; tail: string } {
  if (text.length <= max) return { head: text, tail: '' };
  const piece = text.slice(0, max);
  const sentence = Math.max(piece.lastIndexOf('. ') + 1, piece.lastIndexOf('\n'));
  const end = sentence > max / 2 ? sentence : Math.max(piece.lastIndexOf(' '), max / 2);
  return { head: text.slice(0, end).trimEnd(), tail: text.slice(end).trimStart() };
}
