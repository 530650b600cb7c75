import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { readStandardInput } from '../../terminal/standard-input.js';
import { meantApp } from '../../tools/meant-app.js';

/** Sends a run a signal. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const [, , given] = invocation.args;
  const type = invocation.arg(1);
  const state = await session.gateway().post('/api/sdk/workflows/runs/{run}/signals/{type}', {
    path: { run: invocation.arg(0), type },
    query: meantApp(session),
    body: given === undefined ? {} : { data: await readData(given) },
    idempotent: true,
  });
  terminal.result(state, () => {
    terminal.done(`Sent ${type} to ${state.runId}, which is ${state.status}.`);
  });
}

async function readData(given: string): Promise<unknown> {
  const text = given === '-' ? await readStandardInput() : given;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw usageFailure(`The data is not JSON: ${(error as Error).message}`, `For example: '{"amount":5}'`);
  }
}
