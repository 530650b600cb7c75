import {
  convertToModelMessages,
  createUIMessageStream,
  InvalidToolInputError,
  NoSuchToolError,
  stepCountIs,
  streamText,
  wrapLanguageModel,
  type ToolSet,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';
import type { JsonObject } from '../../kernel/json.js';
import { newId } from '../../kernel/id.js';
import { Problem } from '../../kernel/problem.js';
import { guarded } from './ai-guard.adapter.js';
import { languageModel } from './ai-model.adapter.js';
import { aliasedTools } from './ai-tool-names.adapter.js';
import { toolSet } from './ai-tools.adapter.js';
import type { ChatStream, ChatTurn } from './language-models.port.js';
import type { ModelConnections } from './model-connections.port.js';
import { ToolAliases } from './tool-aliases.js';
import { ToolFailure } from './tool-result.js';
import { TurnRecord } from './turn-record.js';

// The library prints its warnings to the console of the process otherwise.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** Starts the loop of model and tools. The library pulls ahead of its reader: what it holds is bounded by tokens, steps and results. */
export async function startTurn(turn: ChatTurn, connections: ModelConnections): Promise<ChatStream> {
  const record = new TurnRecord(turn.maxSteps);
  const originalMessages = turn.messages as unknown as UIMessage[];
  let write: (chunk: UIMessageChunk) => void = () => undefined;
  const tools = toolSet(turn, (tool, toolCallId, progress) => {
    write({
      type: 'data-progress',
      id: toolCallId,
      data: { toolCallId, toolName: tool.name, ...progress },
      transient: true,
    });
  });
  const messages = await convertToModelMessages(originalMessages, { tools });
  const onError = (error: unknown): string => textOf(error, record);
  const chunks = createUIMessageStream({
    originalMessages,
    generateId: () => newId('msg'),
    onError,
    onFinish: ({ responseMessage }) => {
      record.message = responseMessage as unknown as JsonObject;
    },
    execute: ({ writer }) => {
      write = (chunk) => {
        writer.write(chunk);
      };
      const result = streamText({
        ...loopOf(turn, tools, record),
        model: wrapLanguageModel({
          model: languageModel(turn.route, connections),
          middleware: [
            aliasedTools(new ToolAliases(turn.tools.map(({ name }) => name))),
            guarded(turn.silenceMs, turn.signal),
          ],
        }),
        messages,
      });
      writer.merge(
        result.toUIMessageStream({
          onError,
          messageMetadata: ({ part }) => {
            if (part.type === 'start') return { model: turn.route.name };
            return part.type === 'finish' ? { model: turn.route.name, ...record.metadata } : undefined;
          },
        }),
      );
    },
  });
  return {
    chunks: chunks as unknown as ChatStream['chunks'],
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
    experimental_transform: () =>
      new TransformStream<StreamPart, StreamPart>({
        transform: (part, controller) => {
          controller.enqueue(part.type === 'tool-approval-request' ? withOwnId(part, turn) : part);
        },
      }),
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

type Settings = Parameters<typeof streamText>[0];
type FinishedStep = Parameters<NonNullable<Settings['onStepFinish']>>[0];
type StreamPart =
  ReturnType<typeof streamText>['fullStream'] extends AsyncIterable<infer Part> ? Part : never;
type ApprovalPart = Extract<StreamPart, { readonly type: 'tool-approval-request' }>;

/** The id that the library makes up becomes one that says what was asked. */
function withOwnId(part: ApprovalPart, turn: ChatTurn): ApprovalPart {
  const { toolCallId, toolName } = part.toolCall;
  const input = part.toolCall.input as JsonObject;
  return { ...part, approvalId: turn.approvalId({ toolCallId, toolName, input }) };
}

/** Errors of tools and of the model come here alike. Only ours are told in their own words. */
function textOf(error: unknown, record: TurnRecord): string {
  if (error instanceof ToolFailure) return error.message;
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
