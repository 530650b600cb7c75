import type { JsonObject } from '../../../kernel/json/json.js';
import type { Problem } from '../../../kernel/problems/problem.js';
import type { ChatChunk, ChatMessage } from '../chat-message.js';
import type { ModelRoute } from './model-route.js';

/** A tool as a chat offers it to the model. */
export interface ChatTool {
  readonly name: string;
  /** As the server's list shows it to callers. */
  readonly definition: JsonObject;
  /** Whether this call must be asked about first. */
  needsApproval(input: JsonObject, toolCallId: string): boolean | Promise<boolean>;
  /** A `CallToolResult` without `isError`. Throws `ToolFailure` and problems; their texts go to model and caller. */
  run(input: JsonObject, call: ToolRun): Promise<JsonObject>;
}

export interface ToolRun {
  readonly toolCallId: string;
  readonly onProgress: (progress: JsonObject) => void;
}

export type ToolChoice = 'auto' | 'required' | 'none' | { readonly type: 'tool'; readonly toolName: string };

/** One turn of a conversation: all that a model needs to answer. */
export interface ChatTurn {
  readonly route: ModelRoute;
  readonly system: string | undefined;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
  /** Holds for the first step; afterwards the model chooses. */
  readonly toolChoice: ToolChoice;
  readonly maxSteps: number;
  readonly maxOutputTokens: number;
  readonly temperature: number | undefined;
  /** The model may say nothing for so long, milliseconds. */
  readonly silenceMs: number;
  /** Characters of a tool's result that the model gets to read. */
  readonly maxToolText: number;
  readonly signal: AbortSignal;
  /** The id under which the caller is asked whether a tool may run. */
  approvalId(call: { toolCallId: string; toolName: string; input: JsonObject }): string;
}

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
}

/** One call of the model within a turn. */
export interface ChatStep {
  readonly finishReason: string;
  readonly usage: TokenUsage;
  readonly toolCalls: readonly { readonly toolCallId: string; readonly toolName: string }[];
}

/** How a turn came out, as far as it got. */
export interface ChatOutcome {
  readonly finishReason: string | undefined;
  readonly steps: readonly ChatStep[];
  readonly usage: TokenUsage;
  /** Ended because of `maxSteps`, before the model was done. */
  readonly stepLimitReached: boolean;
  /** What went wrong with the model. */
  readonly failure: Problem | undefined;
}

/** A turn under way. */
export interface ChatStream {
  /** A UI message stream of the AI SDK; failures of the model are chunks of type `error`. */
  readonly chunks: AsyncIterable<ChatChunk>;
  /** The assistant's message that these chunks make, as a client of the AI SDK builds it. */
  message(chunks: readonly ChatChunk[]): Promise<JsonObject>;
  /** Complete when `chunks` have been read. */
  outcome(): ChatOutcome;
}

/** Models of all providers. */
export abstract class LanguageModels {
  /** Nothing has been sent to the provider when this resolves. */
  abstract start(turn: ChatTurn): Promise<ChatStream>;
}
