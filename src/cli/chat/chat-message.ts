import { randomUUID } from 'node:crypto';
import type { ConfigObject } from '../project/json-value.js';

/** A part of a UI message of the AI SDK: text, reasoning, or a tool with its state. */
export type Part = Record<string, unknown> & { type: string };

/** A UI message of the AI SDK. */
export interface TypedMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: Part[];
}

/** A tool that waits for the user's consent. */
export interface ApprovalRequest {
  readonly part: Part;
  readonly toolName: string;
  readonly input: unknown;
}

/** Builds the assistant's message from the parts of a UI message stream, as `useChat` does, so that it can be sent back. */
export class MessageBuilder {
  readonly message: TypedMessage;
  private readonly texts = new Map<string, Part>();
  private readonly tools = new Map<string, Part>();

  /** With `continued` the stream goes on with that message: after an approval the assistant's turn is not over. */
  constructor(continued?: TypedMessage) {
    this.message = continued ?? { id: randomUUID(), role: 'assistant', parts: [] };
    for (const part of this.message.parts)
      if (typeof part['toolCallId'] === 'string') this.tools.set(part['toolCallId'], part);
  }

  /** Takes one chunk of the stream over. Chunks of kinds that it does not know change nothing. */
  add(chunk: ConfigObject): void {
    const type = String(chunk['type']);
    if (type === 'start-step') this.message.parts.push({ type: 'step-start' });
    else if (/^(text|reasoning)-(start|delta|end)$/.test(type)) this.addText(type, chunk);
    else if (type.startsWith('tool-')) this.addTool(type, chunk);
  }

  /** Tools that wait for consent. */
  get approvals(): ApprovalRequest[] {
    return this.message.parts
      .filter((part) => part['state'] === 'approval-requested')
      .map((part) => ({ part, toolName: toolNameOf(part), input: part['input'] }));
  }

  private addText(type: string, { id, delta }: ConfigObject): void {
    const key = `${type.split('-', 1)[0] ?? ''} ${String(id)}`;
    // Providers number their texts anew in each step.
    if (type.endsWith('-start')) this.texts.delete(key);
    let part = this.texts.get(key);
    if (part === undefined) {
      part = { type: type.startsWith('text') ? 'text' : 'reasoning', text: '', state: 'streaming' };
      this.texts.set(key, part);
      this.message.parts.push(part);
    }
    if (type.endsWith('-delta')) part['text'] = String(part['text']) + String(delta);
    if (type.endsWith('-end')) part['state'] = 'done';
  }

  private addTool(type: string, chunk: ConfigObject): void {
    const part = this.tool(chunk);
    switch (type) {
      case 'tool-input-available':
        Object.assign(part, { state: 'input-available', input: chunk['input'] });
        break;
      case 'tool-input-error':
        Object.assign(part, { state: 'output-error', input: chunk['input'], errorText: chunk['errorText'] });
        break;
      case 'tool-approval-request':
        Object.assign(part, { state: 'approval-requested', approval: approvalOf(chunk) });
        break;
      case 'tool-output-available':
        Object.assign(part, { state: 'output-available', output: chunk['output'] });
        break;
      case 'tool-output-error':
        Object.assign(part, { state: 'output-error', errorText: chunk['errorText'] });
        break;
      case 'tool-output-denied':
        part['state'] = 'output-denied';
        break;
      default:
    }
  }

  private tool({ toolCallId, toolName, dynamic }: ConfigObject): Part {
    const id = String(toolCallId);
    let part = this.tools.get(id);
    if (part === undefined) {
      const name = String(toolName);
      part = {
        ...(dynamic === true ? { type: 'dynamic-tool', toolName: name } : { type: `tool-${name}` }),
        toolCallId: id,
        state: 'input-streaming',
      };
      this.tools.set(id, part);
      this.message.parts.push(part);
    }
    return part;
  }
}

/** Puts the user's decision into a part that asked for it. */
export function decideCall(part: Part, approved: boolean): void {
  Object.assign(part, {
    state: 'approval-responded',
    approval: { ...(part['approval'] as object), approved },
  });
}

function approvalOf({ approvalId, signature }: ConfigObject): object {
  return { id: approvalId, ...(signature === undefined ? {} : { signature }) };
}

function toolNameOf(part: Part): string {
  return typeof part['toolName'] === 'string' ? part['toolName'] : part.type.replace(/^tool-/, '');
}
