import { problemCatalogue, type ProblemCode } from './problem-catalogue.js';

/** One faulty member of a request: an RFC 6901 JSON pointer and what is wrong there. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
  /** Of an expression: the character of it, counted from 0. */
  readonly position?: number;
}

/** Which token would do (RFC 6750 §3): sent as `WWW-Authenticate`. */
export interface Challenge {
  readonly error?: 'invalid_token' | 'insufficient_scope';
  /** In the characters that RFC 6750 allows: no quotes, no backslashes. */
  readonly description?: string;
  /** Separated by spaces: all that is needed. */
  readonly scope?: string;
}

export interface ProblemExtras {
  readonly errors?: readonly Fault[];
  /** Sent as `Retry-After`, rounded up to whole seconds. */
  readonly retryAfterMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly challenge?: Challenge;
  /** Further members of the problem object, e.g. the current version of a changed config. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Path of the page to go on from, for the page that tells a person of the problem. */
  readonly back?: string;
  readonly cause?: unknown;
}

/** An RFC 9457 problem object as it goes over the wire. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  /** What to do about it, in one to three sentences. */
  readonly advice: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance?: string;
  readonly code: ProblemCode;
  readonly requestId?: string;
  readonly errors?: readonly Fault[];
  readonly [member: string]: unknown;
}

/** Where a problem is told: what makes its `type` an address, and which request it answers. */
export interface ProblemPlace {
  /** PUBLIC_URL; without it `type` is a path. */
  readonly base?: string;
  readonly instance?: string;
  readonly requestId?: string;
}

/** The one error that services throw on purpose; everything else becomes a 500 without a word. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;

  constructor(
    readonly code: ProblemCode,
    readonly detail?: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail ?? problemCatalogue[code].title, { cause: extras.cause });
    this.status = problemCatalogue[code].status;
  }

  /** Anything thrown, as a problem; unknown causes are hidden behind `internal-error`. */
  static from(error: unknown): Problem {
    return error instanceof Problem ? error : new Problem('internal-error', undefined, { cause: error });
  }

  /** The RFC 9457 object; `instance` is the request path, `requestId` the id of the request. */
  toBody({ base = '', instance, requestId }: ProblemPlace = {}): ProblemBody {
    const { errors, members } = this.extras;
    return {
      type: `${base}/problems/${this.code}`,
      title: problemCatalogue[this.code].title,
      status: this.status,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      ...(instance === undefined ? {} : { instance }),
      code: this.code,
      ...(requestId === undefined ? {} : { requestId }),
      ...(errors === undefined ? {} : { errors }),
      advice: problemCatalogue[this.code].advice,
      ...members,
    };
  }
}
