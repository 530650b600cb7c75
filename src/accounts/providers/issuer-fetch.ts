import { fetch as undiciFetch, type Response as FetchedResponse } from 'undici';
import type { EgressPolicy } from '../../platform/egress/egress-policy.js';
import { ByteCollector } from '../../kernel/byte-collector.js';
import { holdsMoreValues, outlinedBytes } from '../../kernel/json/json-outline.js';
import { Problem } from '../../kernel/problems/problem.js';
import { shownLine } from '../../kernel/text/shown-line.js';
import { redactText } from '../../platform/logging/redact.js';

const timeoutMs = 10_000;
const maxBytes = 1_048_576;
/** Values in an answer: parsing takes time by their number. */
const maxValues = 20_000;
/** Of what is kept of why something failed. */
const maxCauses = 5;
const maxCauseLength = 300;

/** Asks an issuer within bounds, and remembers whether it answered at all. */
export class IssuerFetch {
  private away = false;

  constructor(private readonly egress: EgressPolicy) {}

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const dispatcher = this.egress.dispatcherFor(new URL(url), 'operator', timeoutMs);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const request = { ...(init as object), redirect: 'manual' as const, signal, dispatcher };
      const response = await undiciFetch(url, request);
      if (response.status >= 500) this.away = true;
      const body = await bounded(response);
      requireFew(body);
      const { status, headers } = response;
      return new Response([204, 304].includes(status) ? null : body, { status, headers: [...headers] });
    } catch (error) {
      this.away = true;
      throw error;
    } finally {
      dispatcher.destroy().catch(() => undefined);
    }
  };

  /** What went wrong, for the person who wanted to sign in. */
  problem(label: string, error: unknown): Problem {
    if (error instanceof Problem) return error;
    if (this.away)
      return new Problem('sign-in-unavailable', `${label} does not answer now.`, { cause: error });
    return new Problem('sign-in-refused', `What ${label} answered cannot be trusted.`, { cause: error });
  }
}

async function bounded(response: Pick<FetchedResponse, 'body'>): Promise<Buffer> {
  const collected = new ByteCollector();
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    collected.add(Buffer.from(piece));
    if (collected.length > maxBytes) throw new Error('The answer of the issuer is too large.');
  }
  return collected.take();
}

/** Throws for more values than an issuer has to send. What is large and no object is a list, or no JSON. */
function requireFew(body: Buffer): void {
  const isLargeList = body.length >= outlinedBytes && /^\s*\[/.test(body.toString('latin1', 0, 64));
  if (isLargeList || holdsMoreValues(body, maxValues) === true)
    throw new Error('The answer of the issuer holds too many values.');
}

/** Why something failed, in a line for the audit log: the messages of the error's causes, with what an issuer said (RFC 6749 §5.2). */
export function refusalCause(error: Error): string | undefined {
  const parts: string[] = [];
  let at = error.cause;
  for (let depth = 0; at instanceof Error && depth < maxCauses; depth++, at = at.cause) {
    const said = Object.entries(at).flatMap(([name, value]) =>
      ['error', 'error_description', 'code'].includes(name) && typeof value === 'string' ? [value] : [],
    );
    parts.push([at.message, ...new Set(said)].filter((part) => part !== '').join(' '));
  }
  return shownLine(redactText(parts.join(': ')), maxCauseLength);
}
