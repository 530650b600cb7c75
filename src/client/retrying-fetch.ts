import { GantryProblem, readProblem } from './problem.js';

/** How requests are sent. */
export interface Sending {
  readonly fetch: typeof fetch;
  /** Tries after the first one, for what is safe to send again. */
  readonly retries: number;
}

const maxWaitMs = 10_000;

/**
 * A `fetch` that rejects with a `GantryProblem` for everything that is no success. Requests that are safe to repeat (reads, and what carries an
 * Idempotency-Key) are sent again when the connection breaks or the gateway asks to come back soon.
 */
export function retryingFetch({ fetch, retries }: Sending): (request: Request) => Promise<Response> {
  return async (request) => {
    const tries = isSafeToRepeat(request) ? retries + 1 : 1;
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= tries;
      try {
        return await send(fetch, last ? request : request.clone());
      } catch (error) {
        const wait = last ? undefined : waitBeforeRetry(error, attempt);
        if (wait === undefined) throw error;
        await pause(wait, request.signal);
        if (request.signal.aborted) throw toFailure(error, request);
      }
    }
  };
}

function isSafeToRepeat({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('idempotency-key');
}

async function send(fetch: Sending['fetch'], request: Request): Promise<Response> {
  const { response, text } = await received(fetch, request);
  const { status, statusText, headers } = response;
  if (status >= 300 && status < 400)
    throw new GantryProblem('not-a-gateway', status, `${request.url} redirects to another address`);
  if (!response.ok) throw readProblem(status, text ?? '', headers.get('retry-after'));
  if (text === undefined) return response;
  if (hasType(response, 'text/html') && new URL(request.url).pathname.includes('/api/'))
    throw new GantryProblem('not-a-gateway', status, 'The answer is a page and not one of a gateway');
  return new Response(text, { status, statusText, headers });
}

/** An answer with its text; streams, and answers that have none, are left as they are. */
async function received(
  fetch: Sending['fetch'],
  request: Request,
): Promise<{ readonly response: Response; readonly text?: string }> {
  try {
    // A redirect could carry the key to somebody else.
    const response = await fetch(request, { redirect: 'manual' });
    if (response.body === null || hasType(response, 'text/event-stream')) return { response };
    return { response, text: await response.text() };
  } catch (error) {
    throw toFailure(error, request);
  }
}

function hasType({ headers }: Response, type: string): boolean {
  return headers.get('content-type')?.startsWith(type) === true;
}

/** The caller's own abort stays what it is; a time-out and a broken connection become problems. */
export function toFailure(error: unknown, { signal, url }: Pick<Request, 'signal' | 'url'>): unknown {
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (isNamed(reason, 'TimeoutError'))
    return new GantryProblem('timeout', 0, 'The gateway did not answer in time');
  if (signal.aborted || isNamed(error, 'AbortError')) return reason;
  return new GantryProblem('unreachable', 0, `No answer from ${new URL(url).origin}`, messageOf(error), {
    cause: error,
  });
}

function waitBeforeRetry(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof GantryProblem)) return undefined;
  if (error.code === 'unreachable') return backoff(attempt);
  // A first request that is still running answers soon.
  if (error.code === 'idempotency-running') return (error.retryAfter ?? 1) * 1000;
  if (error.status !== 429 && error.status !== 503) return undefined;
  const wait = error.retryAfter === undefined ? backoff(attempt) : error.retryAfter * 1000;
  return wait > maxWaitMs ? undefined : wait;
}

function backoff(attempt: number): number {
  return 100 * 2 ** attempt * (0.5 + Math.random() / 2);
}

/** Ends early when the signal says so. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

function isNamed(error: unknown, name: string): boolean {
  return (error as { name?: unknown } | undefined)?.name === name;
}

function messageOf(error: unknown): string {
  const { cause, message } = error as { cause?: unknown; message?: unknown };
  const inner = (cause as { message?: unknown } | undefined)?.message;
  return String(inner ?? message ?? error);
}
