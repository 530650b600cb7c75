import {
  convertToModelMessages,
  InvalidToolInputError,
  NoSuchToolError,
  readUIMessageStream,
  stepCountIs,
  streamText,
  wrapLanguageModel,
  type ToolSet,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';
import { newId } from '../../kernel/id.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import { guarded } from './ai-guard.adapter.js';
import { languageModel } from './models/ai-model.adapter.js';
import { toolSet } from './ai-tools.adapter.js';
import type { ChatChunk } from './chat-message.js';
import { ChunkQueue } from './chunk-queue.js';
import type { ChatStream, ChatTurn } from './models/language-models.port.js';
import type { ModelConnections } from './models/model-connections.port.js';
import { ToolAliases } from './tool-aliases.js';
import { FailedTool } from './tool-result.js';
import { TurnRecord } from './turn-record.js';

// The library prints its warnings to the console of the process otherwise.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** Starts the loop of model and tools. The library pulls ahead of its reader: what it holds is bounded by tokens, steps and results. */
export async function startTurn(turn: ChatTurn, connections: ModelConnections): Promise<ChatStream> {
  const record = new TurnRecord(turn.maxSteps);
  const queue = new ChunkQueue();
  const originalMessages = turn.messages as unknown as UIMessage[];
  const tools = toolSet(turn, (tool, toolCallId, progress) => {
    const data = { toolCallId, toolName: tool.name, ...progress };
    queue.push({ type: 'data-progress', id: toolCallId, data, transient: true });
  });
  const { silenceMs, signal } = turn;
  const aliases = new ToolAliases(turn.tools.map(({ name }) => name));
  const result = streamText({
    ...loopOf(turn, tools, record),
    model: wrapLanguageModel({
      model: languageModel(turn.route, connections),
      middleware: guarded({ aliases, silenceMs, signal }),
    }),
    messages: await convertToModelMessages(originalMessages, { tools }),
  });
  const chunks = result.toUIMessageStream({
    originalMessages,
    generateMessageId: () => newId('msg'),
    onError: (error) => textOf(error, record),
    messageMetadata: ({ part }) => {
      if (part.type === 'start') return { model: turn.route.name };
      return part.type === 'finish' ? { model: turn.route.name, ...record.metadata } : undefined;
    },
  });
  void pump(chunks, queue, turn, record);
  return {
    chunks: queue,
    message: (read) => messageOf(read, originalMessages),
    outcome: () => record.outcome(),
  };
}

/** All settings of `streamText` but model and messages. */
function loopOf(turn: ChatTurn, tools: ToolSet, record: TurnRecord) {
  const { system, toolChoice, maxSteps, maxOutputTokens, temperature, signal } = turn;
  return {
    ...(system === undefined ? {} : { system }),
    allowSystemInMessages: true,
    tools,
    toolChoice,
    stopWhen: stepCountIs(maxSteps),
    maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    // Who asks again is the caller: a busy provider gets no busier through us.
    maxRetries: 0,
    abortSignal: signal,
    experimental_include: { requestBody: false },
    prepareStep: ({ stepNumber }: { readonly stepNumber: number }) => {
      signal.throwIfAborted();
      return stepNumber > 0 && toolChoice !== 'none' ? { toolChoice: 'auto' as const } : {};
    },
    onError: () => undefined,
    onStepFinish: ({ finishReason, usage, toolCalls, content }: FinishedStep) => {
      record.add({
        finishReason,
        usage,
        toolCalls: toolCalls.map(({ toolCallId, toolName }) => ({ toolCallId, toolName })),
        asks: content.some(({ type }) => type === 'tool-approval-request'),
      });
    },
  };
}

type FinishedStep = Parameters<NonNullable<Parameters<typeof streamText>[0]['onStepFinish']>>[0];

/** Moves what the library makes into the queue; questions get ids that say what was asked. */
async function pump(
  chunks: AsyncIterable<UIMessageChunk>,
  queue: ChunkQueue,
  turn: ChatTurn,
  record: TurnRecord,
): Promise<void> {
  const calls = new Map<string, { readonly toolName: string; readonly input: JsonObject }>();
  try {
    for await (const chunk of chunks) {
      if (chunk.type === 'tool-input-available')
        calls.set(chunk.toolCallId, { toolName: chunk.toolName, input: chunk.input as JsonObject });
      const call = chunk.type === 'tool-approval-request' ? calls.get(chunk.toolCallId) : undefined;
      if (chunk.type === 'tool-approval-request' && call !== undefined)
        queue.push({
          ...chunk,
          approvalId: turn.approvalId({ toolCallId: chunk.toolCallId, ...call }),
        });
      else queue.push(chunk);
    }
  } catch (error) {
    queue.push({ type: 'error', errorText: textOf(error, record) });
  } finally {
    queue.end();
  }
}

/** The assistant's message that the chunks make, as a client of the AI SDK builds it. */
async function messageOf(
  chunks: readonly ChatChunk[],
  originalMessages: readonly UIMessage[],
): Promise<JsonObject> {
  const last = originalMessages.at(-1);
  const stream = ReadableStream.from(chunks) as ReadableStream<unknown>;
  let message: unknown;
  for await (const state of readUIMessageStream({
    stream: stream as ReadableStream<UIMessageChunk>,
    ...(last?.role === 'assistant' ? { message: last } : {}),
  }))
    message = state;
  return message as JsonObject;
}

/** Errors of tools and of the model come here alike. Only ours are told in their own words. */
function textOf(error: unknown, record: TurnRecord): string {
  if (error instanceof FailedTool) return error.message;
  if (NoSuchToolError.isInstance(error)) return `There is no tool "${error.toolName}".`;
  if (InvalidToolInputError.isInstance(error))
    return `The arguments for the tool "${error.toolName}" are no JSON object.`;
  // The two above once more: the library hands on their message after the part that they are about.
  if (typeof error === 'string') return error.slice(0, 500);
  const problem = Problem.from(error);
  if (endsTurn.test(problem.code)) record.failure ??= problem;
  return `${problem.code}: ${problem.message}`;
}

/** Problems of the model or ours; those of tools go to the model, which may know a way around. */
const endsTurn = /^(model-.+|timeout|internal-error)$/;
