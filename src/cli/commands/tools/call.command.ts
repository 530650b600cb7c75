import { exitCodes, usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { during } from '../../terminal/progress.js';
import { printable } from '../../terminal/printable.js';
import { readArguments } from '../../tools/arguments.js';
import { textOfResult, writeResult, type CallResult } from '../../tools/call-result.js';
import { callTool, type CallBody } from '../../tools/call-tool.js';
import { answerInputRequests } from '../../tools/input-requests.js';
import { findTool, placeOf } from '../../tools/tool-place.js';

/** What a person at a terminal can be asked (MCP, ClientCapabilities). */
const answerable = { elicitation: { form: {}, url: {} } };

/** Calls a tool, answers what it asks, and writes its result. A tool that failed ends the command with 1. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const place = placeOf(session);
  const name = invocation.arg(0);
  const server = place.kind === 'server' ? ` --server ${place.server}` : '';
  const args = await readArguments(session.io, invocation.args[1], invocation.list('arg'), {
    schema: async () => (await findTool(gateway, place, name))?.inputSchema,
    shownBy: `gantry tools ${name}${server}`,
  });
  const timeoutMs = readTimeout(invocation.text('timeout'));
  let body: CallBody = {
    ...{ name, arguments: args },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(terminal.canAsk ? { capabilities: answerable } : {}),
  };
  let result: CallResult;
  for (;;) {
    const sent = body;
    result = await during(terminal, name, (progress) =>
      callTool(gateway, place, sent, progress, invocation.text('approval')),
    );
    if (result.resultType !== 'input_required' || (terminal.json && !terminal.canAsk)) break;
    const { requestState } = result;
    const inputResponses = await answerInputRequests(session, result);
    body = { ...body, inputResponses, ...(requestState === undefined ? {} : { requestState }) };
  }
  report(session, name, result);
}

function report(session: CommandSession, name: string, result: CallResult): void {
  const { terminal } = session;
  const failed = result.isError === true || result.resultType === 'input_required';
  if (failed) session.exitCode = exitCodes.failure;
  terminal.result(result, () => {
    if (!failed) {
      writeResult(terminal, result);
      return;
    }
    terminal.say(`${terminal.talkStyle.red('✗')} ${name} failed.`);
    terminal.say(printable(textOfResult(result)));
  });
}

function readTimeout(seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  const count = Number(seconds);
  if (!Number.isFinite(count) || count <= 0)
    throw usageFailure(`The timeout is a number of seconds: ${seconds}`, 'For example: --timeout 120');
  return Math.ceil(count * 1000);
}
