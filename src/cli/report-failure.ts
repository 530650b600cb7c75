import { GantryProblem } from '../client/problem.js';
import type { GatewayConnection } from './credentials/connection.js';
import { CliFailure, exitCodes, Interrupted } from './failure.js';
import { problemAdvice } from './problem-advice.js';
import { printable } from './terminal/printable.js';
import type { Terminal } from './terminal/terminal.js';

/** Writes what went wrong and what to do next to standard error; gives the exit code. With --json the report is one JSON value. */
export function reportFailure(error: unknown, terminal: Terminal, connection?: GatewayConnection): number {
  if (error instanceof Interrupted) return error.exitCode;
  const failure = failureOf(error, connection);
  const warnings = terminal.takeWarnings();
  const report = { error: toJson(failure), ...(warnings.length === 0 ? {} : { warnings }) };
  if (terminal.json) terminal.say(JSON.stringify(report, null, 2));
  else show(failure, terminal);
  return failure.exitCode;
}

/** Any failure as one of this command line; `connection`: the gateway that it came from. */
export function failureOf(error: unknown, connection?: GatewayConnection): CliFailure {
  if (error instanceof CliFailure) return error;
  if (error instanceof GantryProblem) return fromProblem(error, connection);
  const { message, code } = error as NodeJS.ErrnoException;
  if (code !== undefined) return new CliFailure(message, { code: 'system', members: { system: code } });
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new CliFailure(`This should not have happened: ${text}`, { code: 'internal' });
}

function fromProblem(problem: GantryProblem, connection: GatewayConnection | undefined): CliFailure {
  const { code, status, title, detail, errors, requestId } = problem;
  return new CliFailure(detail === undefined ? `${title}.` : `${title}: ${detail}`, {
    code,
    exitCode: status === 401 ? exitCodes.notLoggedIn : exitCodes.failure,
    lines: errors.map((fault) => `${fault.pointer || '/'}: ${fault.detail}`),
    advice: problemAdvice(problem, connection),
    members: {
      ...(status === 0 ? {} : { status }),
      ...(errors.length === 0 ? {} : { errors }),
      ...(requestId === undefined ? {} : { requestId }),
    },
  });
}

function toJson({ code, message, advice, members }: CliFailure): object {
  return { code, message, ...(advice.length === 0 ? {} : { advice }), ...members };
}

function show({ message, lines, advice, members }: CliFailure, terminal: Terminal): void {
  const { talkStyle } = terminal;
  terminal.say(`${talkStyle.red('✗')} ${printable(message)}`);
  for (const line of lines) terminal.say(`  ${printable(line)}`);
  for (const line of advice) terminal.say(talkStyle.dim(`  → ${printable(line)}`));
  const { requestId, status } = members;
  if (typeof requestId === 'string' && typeof status === 'number' && status >= 500)
    terminal.say(talkStyle.dim(`  request ${requestId}`));
}
