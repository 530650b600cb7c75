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

/** Whether the caller lets a tool run: what was asked about, and the id under which it was asked. */
export interface GivenApproval {
  readonly approved: boolean;
  /** Why not. */
  readonly note: string | undefined;
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: JsonObject;
}

/** One chunk of a UI message stream. */
export interface ChatChunk extends JsonObject {
  readonly type: string;
}

interface GivenAnswer {
  readonly id: string;
  readonly approved: boolean;
  readonly reason?: string;
}

/** What the last message says about tools that were asked about. */
export function approvalsIn(messages: readonly ChatMessage[]): GivenApproval[] {
  const last = messages.at(-1);
  return (last?.parts ?? []).flatMap(({ state, approval, toolCallId, toolName, input }) => {
    if (state !== 'approval-responded') return [];
    const { id, approved, reason } = approval as GivenAnswer;
    return [
      {
        ...{ approvalId: id, approved, note: reason },
        toolCallId: toolCallId as string,
        toolName: toolName as string,
        input: input as JsonObject,
      },
    ];
  });
}
