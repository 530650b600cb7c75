import type { Session } from '../../session.js';
import { oneLine, textOf } from '../../terminal/printable.js';
import { meantApp } from '../../tools/meant-app.js';
import type { JsonObject } from '../../project/json-value.js';
import type { RunEvent } from '../../workflows/workflow-run.js';

/** Everything that happened in a run, and what happens until its end, a line each. */
export async function run(session: Session): Promise<void> {
  const { terminal, invocation } = session;
  const events: RunEvent[] = [];
  const stream = session.gateway().stream('get', '/api/sdk/workflows/runs/{run}/events', {
    path: { run: invocation.arg(0) },
    query: meantApp(session),
  });
  for await (const { event, data } of stream) {
    const one = { event, data: JSON.parse(data) as JsonObject };
    events.push(one);
    if (!terminal.json) terminal.line(lineOf(one));
  }
  terminal.result({ events }, () => undefined);
}

function lineOf({ event, data: { runId: _, step, ...rest } }: RunEvent): string {
  const more = Object.keys(rest).length === 0 ? '' : textOf(rest);
  return oneLine(`${event} ${textOf(step)} ${more}`);
}
