import { readProblem, toProblem, type Fault, type GantryProblem } from '../../../src/client/problem.ts';

/** What went wrong, in words to show. */
export interface Trouble {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  readonly advice?: string;
  readonly requestId?: string;
  readonly errors: readonly Fault[];
}

/** The gateway refused something, or could not be reached (status 0). */
export class ApiProblem extends Error implements Trouble {
  override readonly name = 'ApiProblem';
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  readonly advice?: string;
  readonly requestId?: string;
  readonly errors: readonly Fault[];
  /** The whole document, for members of one kind of problem. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor({ code, status, title, detail, requestId, errors, more }: GantryProblem) {
    super(detail ?? title);
    this.code = code;
    this.status = status;
    this.title = title;
    this.errors = errors;
    this.body = more.body ?? {};
    if (detail !== undefined) this.detail = detail;
    if (requestId !== undefined) this.requestId = requestId;
    if (typeof this.body['advice'] === 'string') this.advice = this.body['advice'];
  }

  static async of(response: Response): Promise<ApiProblem> {
    return new ApiProblem(
      readProblem(response.status, await response.text(), response.headers.get('retry-after')),
    );
  }

  /** A problem inside of an answer: an `error` event, a run's error. */
  static in(body: object): ApiProblem {
    return new ApiProblem(toProblem({ ...body }));
  }
}

/** Whatever was thrown, in words. A request that found no gateway is a TypeError of fetch. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof ApiProblem) return error;
  if (error instanceof TypeError)
    return {
      code: 'unreachable',
      status: 0,
      title: 'The gateway does not answer',
      advice: 'Look whether it runs; the page goes on by itself as soon as it answers.',
      errors: [],
    };
  return {
    code: 'unknown',
    status: 0,
    title: 'Something went wrong on this page',
    detail: error instanceof Error ? error.message : String(error),
    advice: 'Load the page again. If it happens again, tell what you did in an issue.',
    errors: [],
  };
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiProblem && error.code === code;
}

export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  return error instanceof ApiProblem && statuses.includes(error.status);
}
