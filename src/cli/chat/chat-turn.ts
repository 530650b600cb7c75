import { GantryProblem } from '../../client/problem.js';
import { CliFailure } from '../failure.js';
import type { Gateway } from '../http/gateway.js';
import type { ConfigObject } from '../project/json-value.js';
import type { Terminal } from '../terminal/terminal.js';
import { cut, oneLine, printable } from '../terminal/printable.js';
import type { TypedMessage, MessageBuilder } from './chat-message.js';

export interface ChatOptions {
  readonly server: string;
  readonly model?: string | undefined;
  readonly system?: string | undefined;
  readonly approval?: string | undefined;
}

/** Sends the conversation, writes the answer while it comes, and builds the message of it. */
export async function streamAnswer(
  gateway: Gateway,
  terminal: Terminal,
  { server, ...options }: ChatOptions,
  messages: readonly TypedMessage[],
  builder: MessageBuilder,
): Promise<void> {
  const path = `/api/servers/${encodeURIComponent(server)}/mcp/chat`;
  let ended = false;
  for await (const { data } of gateway.stream('post', path, {
    body: { messages, ...options },
    timeoutMs: 300_000,
  })) {
    if (data === '[DONE]') break;
    const chunk = JSON.parse(data) as ConfigObject;
    builder.add(chunk);
    show(terminal, chunk);
    if (chunk['type'] === 'error') throw inStreamError(chunk);
    ended ||= chunk['type'] === 'finish';
  }
  if (!ended) throw new GantryProblem('broken-stream', 0, 'The answer broke off');
}

function show(terminal: Terminal, { type, delta, toolName, input, errorText }: ConfigObject): void {
  const write = (text: string): void => {
    if (!terminal.json) terminal.raw(terminal.isPiped ? text : printable(text));
  };
  const say = (text: string): void => {
    terminal.say(terminal.talkStyle.dim(cut(oneLine(text), terminal.width)));
  };
  if (type === 'text-delta') write(String(delta));
  else if (type === 'text-end') write('\n');
  else if (type === 'tool-input-available') say(`→ ${String(toolName)} ${JSON.stringify(input)}`);
  else if (type === 'tool-output-error') say(`→ failed: ${String(errorText)}`);
}

/** The text begins with the code, for clients that have nothing else. */
function inStreamError({ errorText, code: given }: ConfigObject): CliFailure {
  const code = typeof given === 'string' ? given : 'model-error';
  const text = String(errorText);
  const reason = text.startsWith(`${code}: `) ? text.slice(code.length + 2) : text;
  return new CliFailure(`The model did not answer: ${reason}`, { code });
}
