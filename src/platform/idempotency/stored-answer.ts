import { isJsonObject } from '../../kernel/json/json.js';
import { problemCatalogue, type ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import { Problem, type ProblemExtras } from '../../kernel/problems/problem.js';
import { Reply } from '../http/answers/reply.js';

/** An answer as it is kept: a reply, or a problem, which gets the request id of whoever asks again. */
type Stored =
  | { readonly status: number; readonly headers: Record<string, string>; readonly body?: string }
  | { readonly problem: ProblemCode; readonly detail?: string; readonly extras: ProblemExtras };

export function storeReply({ status, headers, body }: Reply): string {
  return JSON.stringify({
    ...{ status, headers },
    ...(body === undefined ? {} : { body: body.toString() }),
  } satisfies Stored);
}

export function storeProblem({ code, detail, extras: { errors, members, headers } }: Problem): string {
  return JSON.stringify({
    problem: code,
    ...(detail === undefined ? {} : { detail }),
    extras: {
      ...(errors === undefined ? {} : { errors }),
      ...(members === undefined ? {} : { members }),
      ...(headers === undefined ? {} : { headers }),
    },
  } satisfies Stored);
}

/** The reply again, marked as such; a problem is thrown again. */
export function replayAnswer(text: string): Reply {
  const stored = JSON.parse(text) as Stored;
  if (isProblem(stored)) throw new Problem(stored.problem, stored.detail, stored.extras);
  const { status, headers, body } = stored;
  return new Reply(status, body, { ...headers, 'idempotency-replayed': 'true' });
}

function isProblem(stored: Stored): stored is Extract<Stored, { problem: ProblemCode }> {
  return isJsonObject(stored) && 'problem' in stored && Object.hasOwn(problemCatalogue, stored.problem);
}
