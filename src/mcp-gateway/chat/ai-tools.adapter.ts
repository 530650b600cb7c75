import { dynamicTool, jsonSchema, type ToolSet } from 'ai';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { toAnthropicTool, toOpenAiTool } from '../provider-formats.js';
import type { ChatTool, ChatTurn } from './models/language-models.port.js';
import { modelContent, modelText, FailedTool } from './tool-result.js';

type Schema = Parameters<typeof jsonSchema>[0];
type ModelOutput = Awaited<ReturnType<NonNullable<ToolSet[string]['toModelOutput']>>>;

/** The tools of a turn as the AI SDK wants them. The object has no prototype: a model may ask for a tool called `constructor`. */
export function toolSet(
  turn: ChatTurn,
  onProgress: (tool: ChatTool, toolCallId: string, progress: JsonObject) => void,
): ToolSet {
  const tools = Object.create(null) as ToolSet;
  for (const tool of turn.tools) {
    const { description, schema } = shapeFor(turn, tool.definition);
    tools[tool.name] = dynamicTool({
      ...(description === undefined ? {} : { description }),
      inputSchema: jsonSchema(schema),
      needsApproval: (input, { toolCallId }) => isJsonObject(input) && tool.needsApproval(input, toolCallId),
      execute: (input, { toolCallId }) => {
        if (turn.signal.aborted) throw new FailedTool('The chat has ended.');
        if (!isJsonObject(input)) throw new FailedTool('The arguments must be a JSON object.');
        return tool.run(input, {
          toolCallId,
          onProgress: (progress) => {
            onProgress(tool, toolCallId, progress);
          },
        });
      },
      toModelOutput: ({ output }) => modelOutput(turn, output),
    });
  }
  return tools;
}

function shapeFor(
  { route }: ChatTurn,
  definition: JsonObject,
): { readonly description: string | undefined; readonly schema: Schema } {
  if (route.provider.api === 'anthropic') {
    const { description, input_schema: schema } = toAnthropicTool(definition);
    return { description, schema: schema as Schema };
  }
  const { description, parameters } = toOpenAiTool(definition).function;
  return { description, schema: parameters as Schema };
}

/** Anthropic's models look at images of tools; Chat Completions would show them to the model as base64 text. */
function modelOutput({ route, maxToolText }: ChatTurn, output: unknown): ModelOutput {
  if (route.provider.api !== 'anthropic') return { type: 'text', value: modelText(output, maxToolText) };
  return {
    type: 'content',
    value: modelContent(output, maxToolText).map((content) =>
      content.type === 'text'
        ? content
        : { type: 'image-data', data: content.data, mediaType: content.mediaType },
    ),
  };
}
