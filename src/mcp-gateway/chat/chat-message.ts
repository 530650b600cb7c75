import type { JsonObject } from '../../kernel/json/json.js';

/** A part of a UI message of the AI SDK: `text`, `file`, `step-start` or `dynamic-tool`. */
export interface ChatPart extends JsonObject {
  readonly type: string;
}

/** A UI message of the AI SDK, brought to the parts that a model can be told. */
export interface ChatMessage {
  readonly id: string;
  readonly role: 'system' | 'user' | 'assistant';
  readonly parts: readonly ChatPart[];
}

/** A tool that the caller lets run: what was asked about, and the id under which it was asked. */
export interface GivenApproval {
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: JsonObject;
}

/** One chunk of a UI message stream. */
export interface ChatChunk extends JsonObject {
  readonly type: string;
}

/** The tools that the last message lets run. */
export function approvalsIn(messages: readonly ChatMessage[]): GivenApproval[] {
  const last = messages.at(-1);
  return (last?.parts ?? []).flatMap(({ state, approval, toolCallId, toolName, input }) => {
    if (state !== 'approval-responded') return [];
    const { id, approved } = approval as { readonly id: string; readonly approved: boolean };
    if (!approved) return [];
    return [
      {
        approvalId: id,
        toolCallId: toolCallId as string,
        toolName: toolName as string,
        input: input as JsonObject,
      },
    ];
  });
}
