import { randomUUID } from 'node:crypto';
import {
  decideCall,
  MessageBuilder,
  type ApprovalRequest,
  type TypedMessage,
} from '../../chat/chat-message.js';
import { streamAnswer } from '../../chat/chat-turn.js';
import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { oneLine } from '../../terminal/printable.js';
import { readStandardInput } from '../../terminal/standard-input.js';

/** One question, or a conversation on a terminal. Tools that need consent are asked about. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, io, prompt } = session;
  const messages: TypedMessage[] = [];
  const [server, given] = invocation.args;
  const isPiped = given === '-' || (given === undefined && io.stdin.isTTY !== true);
  const only = isPiped ? (await readStandardInput(io)).trim() : given;
  if (only !== undefined) {
    await takeTurn(session, messages, only);
    terminal.result({ messages }, () => undefined);
    return;
  }
  if (terminal.json) throw usageFailure('--json needs a message.', `gantry chat ${server ?? ''} "…" --json`);
  terminal.say(terminal.talkStyle.dim('An empty line ends the conversation.'));
  for (;;) {
    const text = await prompt.text('you', undefined, '');
    if (text === '') return;
    await takeTurn(session, messages, text);
  }
}

/** What the user says, and everything until it is the user's turn again. */
async function takeTurn(session: CommandSession, messages: TypedMessage[], text: string): Promise<void> {
  const { invocation, terminal } = session;
  const gateway = session.gateway();
  const options = {
    server: invocation.arg(0),
    model: invocation.text('model'),
    system: invocation.text('system'),
    approval: invocation.text('approval'),
  };
  messages.push({ id: randomUUID(), role: 'user', parts: [{ type: 'text', text }] });
  let reply: TypedMessage | undefined;
  for (;;) {
    const builder = new MessageBuilder(reply);
    await streamAnswer(gateway, terminal, options, messages, builder);
    if (reply === undefined) messages.push((reply = builder.message));
    if (builder.approvals.length === 0) return;
    for (const request of builder.approvals) decideCall(request.part, await hasConsent(session, request));
  }
}

function hasConsent(
  { prompt, terminal }: CommandSession,
  { toolName, input }: ApprovalRequest,
): Promise<boolean> {
  terminal.say(oneLine(`${toolName} wants to run with ${JSON.stringify(input)}`));
  return prompt.confirm(
    'Let it run?',
    'Without a terminal use --approval never, or ask for nothing that needs consent.',
  );
}
