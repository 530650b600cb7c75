/** A fault in what was sent: where (RFC 6901 pointer) and what. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/** An answer of the gateway that is a problem (RFC 9457), or no answer at all. `code` is stable; the texts are for people. */
export class GantryProblem extends Error {
  override readonly name = 'GantryProblem';

  constructor(
    /** Slug of the problem, or `unreachable`, `timeout`, `broken-stream`, `not-a-gateway` when there is none. */
    readonly code: string,
    /** HTTP status; 0 without an answer. */
    readonly status: number,
    readonly title: string,
    readonly detail?: string,
    readonly more: {
      readonly errors?: readonly Fault[];
      readonly requestId?: string;
      /** Seconds after which another try makes sense. */
      readonly retryAfter?: number;
      /** The whole body as it came. */
      readonly body?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail === undefined ? title : `${title}: ${detail}`, { cause: more.cause });
  }

  get errors(): readonly Fault[] {
    return this.more.errors ?? [];
  }

  get requestId(): string | undefined {
    return this.more.requestId;
  }

  get retryAfter(): number | undefined {
    return this.more.retryAfter;
  }
}

/** Reads the body of an answer that is not a success. What is no problem document of ours becomes `not-a-gateway`. */
export function readProblem(status: number, text: string, retryAfter?: string | null): GantryProblem {
  const seconds = retryAfter == null ? Number.NaN : Number(retryAfter);
  const wait = Number.isFinite(seconds) ? { retryAfter: seconds } : {};
  const body = parseObject(text);
  if (body !== undefined && typeof body['code'] === 'string') return toProblem(body, status, wait);
  const title = `The answer is ${String(status)} and not one of a gateway`;
  return new GantryProblem('not-a-gateway', status, title, undefined, {
    ...wait,
    ...(body === undefined ? {} : { body }),
  });
}

/** What a call ends with that somebody has to approve first: `more.body.approval` has the id, the page and the end. */
export function awaitsApproval(body: Readonly<Record<string, unknown>>): GantryProblem {
  const { id, url } = body as Readonly<Record<string, string>>;
  const detail = `${String(url)} (${String(id)})`;
  return new GantryProblem('approval-required', 202, 'Somebody has to approve the call first', detail, {
    body: { approval: body },
  });
}

/** A problem document, as in the `error` event of a stream. */
export function toProblem(
  body: Readonly<Record<string, unknown>>,
  status = Number(body['status'] ?? 0),
  more: { readonly retryAfter?: number } = {},
): GantryProblem {
  const { code, title, detail, errors, requestId } = body;
  const name = textOr(code, 'unknown');
  return new GantryProblem(
    name,
    status,
    textOr(title, name),
    typeof detail === 'string' ? detail : undefined,
    {
      ...more,
      ...(Array.isArray(errors) ? { errors: errors.filter(isFault) } : {}),
      ...(typeof requestId === 'string' ? { requestId } : {}),
      body,
    },
  );
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function isFault(value: unknown): value is Fault {
  const fault = value as Partial<Fault> | null;
  return typeof fault?.pointer === 'string' && typeof fault.detail === 'string';
}
