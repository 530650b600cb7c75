import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { Problem, type Fault } from '../../kernel/problems/problem.js';
import type { ChatMessage, ChatPart } from './chat-message.js';

/** A message as it comes in: a UI message of the AI SDK, or `{role, content}` written by hand. */
export interface GivenMessage {
  readonly id?: string | undefined;
  readonly role: 'system' | 'user' | 'assistant';
  readonly content?: string | undefined;
  readonly parts?: readonly GivenPart[] | undefined;
}

interface GivenPart {
  readonly type: string;
  readonly text?: string | undefined;
  readonly mediaType?: string | undefined;
  readonly filename?: string | undefined;
  readonly url?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly toolName?: string | undefined;
  readonly state?: string | undefined;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string | undefined;
  readonly approval?:
    | {
        readonly id: string;
        readonly approved?: boolean | undefined;
        readonly reason?: string | undefined;
      }
    | undefined;
}

/**
 * Keeps of messages what a model can be told, in the one form that the rest relies on. Left out are reasoning, sources, data, tool calls
 * that came to no end, answers to questions of earlier turns, and all metadata of providers: a caller could name with it what others
 * have stored at the provider. Throws `invalid-request`.
 */
export function readableMessages(given: readonly GivenMessage[]): ChatMessage[] {
  const faults: Fault[] = [];
  const messages = given.flatMap(({ id, role, content, parts }, index) => {
    const pointer = `/messages/${String(index)}`;
    const isLast = index === given.length - 1;
    const all = parts ?? [{ type: 'text', text: content ?? '' }];
    const lastStep = all.findLastIndex(({ type }) => type === 'step-start');
    const kept = all.flatMap((part, at) =>
      readable(part, `${pointer}/parts/${String(at)}`, isLast && at > lastStep, faults),
    );
    return kept.some(({ type }) => type !== 'step-start')
      ? [{ id: id ?? `msg_${String(index)}`, role, parts: kept }]
      : [];
  });
  if (messages.length === 0) faults.push({ pointer: '/messages', detail: 'have nothing to tell the model' });
  if (faults.length > 0) throw new Problem('invalid-request', undefined, { errors: faults });
  return messages;
}

function readable(part: GivenPart, pointer: string, isOpen: boolean, faults: Fault[]): ChatPart[] {
  const { type, text, url, mediaType, filename } = part;
  if (type === 'step-start') return [{ type }];
  if (type === 'text') return text === undefined || text === '' ? [] : [{ type, text }];
  if (type === 'file') {
    if (mediaType !== undefined && url?.startsWith('data:') === true)
      return [{ type, mediaType, url, ...(filename === undefined ? {} : { filename }) }];
    faults.push({
      pointer,
      detail: 'must have a `mediaType` and a `data:` URL: the gateway fetches no files',
    });
    return [];
  }
  return type === 'dynamic-tool' || type.startsWith('tool-') ? toolPart(part, pointer, isOpen, faults) : [];
}

function toolPart(part: GivenPart, pointer: string, isOpen: boolean, faults: Fault[]): ChatPart[] {
  const { toolCallId, state, approval, output, errorText } = part;
  const toolName = part.type === 'dynamic-tool' ? part.toolName : part.type.slice('tool-'.length);
  if (toolCallId === undefined || toolName === undefined || toolName === '') {
    faults.push({ pointer, detail: 'must have a `toolCallId` and the name of the tool' });
    return [];
  }
  // What a model wrote in place of an object went to no tool; providers take nothing but objects.
  const input: JsonObject = isJsonObject(part.input) ? part.input : {};
  const call = { type: 'dynamic-tool', toolName, toolCallId, state, input };
  switch (state) {
    case 'output-available':
      return [{ ...call, output }];
    case 'output-error':
      return [{ ...call, errorText: errorText ?? 'The tool failed.' }];
    case 'output-denied':
      return [{ ...call, approval: { id: approval?.id ?? '', approved: false, reason: refusal(approval) } }];
    case 'approval-responded':
      if (!isOpen) return [];
      if (approval?.approved === undefined) {
        faults.push({
          pointer: `${pointer}/approval`,
          detail: 'must have the `id` of the question and `approved`',
        });
        return [];
      }
      return [
        {
          ...call,
          approval: {
            id: approval.id,
            approved: approval.approved,
            ...(approval.approved ? {} : { reason: refusal(approval) }),
          },
        },
      ];
    default:
      return [];
  }
}

/** A reason takes the place of the tool's result: without a frame the model would take it for one. */
function refusal(approval: GivenPart['approval']): string {
  const reason = approval?.reason?.trim() ?? '';
  const refused = 'The user did not allow this call, so the tool has not run.';
  return reason === '' ? refused : `${refused} The user says: ${reason}`;
}
