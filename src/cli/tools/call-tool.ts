import { awaitsApproval, GantryProblem, toProblem } from '../../client/problem.js';
import type { Gateway } from '../http/gateway.js';
import type { ConfigObject } from '../project/json-value.js';
import type { Progress } from '../terminal/progress.js';
import { oneLine } from '../terminal/printable.js';
import { appQuery, type ToolPlace } from './tool-place.js';
import type { CallResult } from './call-result.js';

/** Body of a call: `name`, `arguments` and, after questions, `inputResponses` with `requestState`. */
export type CallBody = ConfigObject & { readonly name: string };

/** Calls a tool and shows its progress and its log while it runs. Leaving cancels it. `approval`: the one that this very call was given. */
export async function callTool(
  gateway: Gateway,
  place: ToolPlace,
  body: CallBody,
  progress: Progress,
  approval?: string,
): Promise<CallResult> {
  const isApp = place.kind === 'app';
  const events = gateway.stream('post', isApp ? '/api/sdk/tools/call' : '/api/servers/{server}/mcp/call', {
    ...(isApp ? { query: appQuery(place) } : { path: { server: place.server } }),
    body,
    ...(approval === undefined ? {} : { headers: { 'x-approval': approval } }),
    // A call that waits in a queue has no head yet.
    timeoutMs: 24 * 3_600_000,
  });
  for await (const { event, data } of events) {
    const value = JSON.parse(data) as ConfigObject;
    if (event === 'result') return value;
    if (event === 'error') throw toProblem(value);
    if (event === 'approval') throw awaitsApproval(value);
    if (event === 'progress') progress.update(progressText(body.name, value));
    if (event === 'message') progress.say(logText(value));
  }
  throw new GantryProblem('broken-stream', 0, 'The answer broke off before the result');
}

function progressText(name: string, { progress, total, message }: ConfigObject): string {
  const part =
    typeof total === 'number' && total > 0
      ? ` ${String(Math.floor((Number(progress) / total) * 100))} %`
      : '';
  return `${name}${part}${typeof message === 'string' ? ` ${message}` : ''}`;
}

function logText({ level, data }: ConfigObject): string {
  return oneLine(`${String(level)}: ${typeof data === 'string' ? data : JSON.stringify(data)}`);
}
