import { readEvents } from '../../../src/client/server-sent-events.ts';
import { ApiProblem } from '../api/api-problem.ts';
import type { CallToolResult } from '../api/models.ts';
import { ownFetch } from '../api/own-fetch.ts';
import { gatewayUrl } from '../api/place.ts';

/** How far a call is; `total` when the tool knows. */
export interface CallProgress {
  readonly progress?: number;
  readonly total?: number;
  readonly message?: string;
}

/** The pieces of an answer as they come: Safari's streams cannot be iterated by themselves. */
export async function* piecesOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Asks for an event stream with a JSON body that is sent as it stands. */
export function streamOf(
  path: string,
  body: string,
  signal?: AbortSignal,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return ownFetch(
    new Request(gatewayUrl + path, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...more },
      body,
      signal: signal ?? null,
    }),
  );
}

/** The body of a call. The arguments are text, so that no digit of theirs is lost. */
export function callBody(name: string, argumentsText: string, more: object = {}): string {
  const rest = JSON.stringify(more).slice(1, -1);
  return `{"name":${JSON.stringify(name)},"arguments":${argumentsText}${rest === '' ? '' : `,${rest}`}}`;
}

const unapproved = { code: 'approval-required', status: 202, title: 'Nobody has approved the call yet' };

/** A call that needs an approval waits for it here so long, in seconds. */
const patience = { prefer: 'wait=300' };

/** Calls a tool and tells how far it is. Aborting `signal` cancels the call at the server. */
export async function runTool(
  handle: string,
  body: string,
  onProgress: (progress: CallProgress) => void,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const path = `/api/servers/${encodeURIComponent(handle)}/mcp/call`;
  const response = await streamOf(path, body, signal, patience);
  let result: CallToolResult | undefined;
  let waitsAt: string | undefined;
  // To its end, so that the browser's connection is free for others.
  for await (const { event, data } of readEvents(piecesOf(response))) {
    const value = JSON.parse(data) as object;
    if (event === 'progress') onProgress(value);
    if (event === 'message') onProgress({ message: lineOf(value) });
    if (event === 'error') throw ApiProblem.in(value);
    if (event === 'approval') {
      waitsAt = String((value as { readonly url?: unknown }).url);
      onProgress({ message: `Waits for an approval: ${waitsAt}` });
    }
    if (event === 'result') result = value as CallToolResult;
  }
  if (result === undefined)
    throw waitsAt === undefined
      ? new TypeError('The answer was cut off.')
      : ApiProblem.in({ ...unapproved, detail: waitsAt });
  return result;
}

/** A log line of the server, as text. */
function lineOf({ data }: { readonly data?: unknown }): string {
  return typeof data === 'string' ? data : JSON.stringify(data ?? '');
}
