import { isJsonObject } from '../../kernel/json/json.js';
import type { ProviderModel } from './models/ai-model.adapter.js';
import type { ToolAliases } from './tool-aliases.js';

type CallOptions = Parameters<ProviderModel['doStream']>[0];
type Prompt = CallOptions['prompt'];

/** A request to a model with aliases in place of the names of tools. */
export function withAliases(params: CallOptions, aliases: ToolAliases): CallOptions {
  const { tools, toolChoice, prompt } = params;
  return {
    ...params,
    prompt: promptWithAliases(prompt, aliases),
    ...(tools === undefined
      ? {}
      : { tools: tools.map((tool) => ({ ...tool, name: aliases.aliasOf(tool.name) })) }),
    ...(toolChoice?.type === 'tool'
      ? { toolChoice: { ...toolChoice, toolName: aliases.aliasOf(toolChoice.toolName) } }
      : {}),
  };
}

function promptWithAliases(prompt: Prompt, aliases: ToolAliases): Prompt {
  const aliased = <T extends { readonly toolName: string }>(part: T): T => ({
    ...part,
    toolName: aliases.aliasOf(part.toolName),
  });
  return prompt.map((message) => {
    if (message.role === 'assistant')
      return {
        ...message,
        content: message.content.map((part) =>
          part.type === 'tool-call'
            ? // What was no object went to no tool, and providers take nothing else.
              { ...aliased(part), input: isJsonObject(part.input) ? part.input : {} }
            : part.type === 'tool-result'
              ? aliased(part)
              : part,
        ),
      };
    if (message.role === 'tool')
      return {
        ...message,
        content: message.content.map((part) => (part.type === 'tool-result' ? aliased(part) : part)),
      };
    return message;
  });
}
