import { Problem } from '../../kernel/problems/problem.js';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';

/** A server as its callers name it, and the published one that it takes over. */
export interface NamedServer {
  readonly handle: string;
  readonly published?: { readonly handle: string } | undefined;
}

/** Problems that last until a person has done something in a browser, or registered a client. */
const lasting: readonly ProblemCode[] = ['upstream-auth-required', 'upstream-client-needed'];

/** Whether an error says that somebody has to do something before the server can be used. */
export function isConnectionNeed(error: unknown): error is Problem {
  return error instanceof Problem && lasting.includes(error.code);
}

/**
 * What a caller is told of a connection that is missing. A published server's is that of all who take it over: they know it by their own
 * handle, and only that leads them to the page. Other errors are left as they are.
 */
export function needOf({ handle, published }: NamedServer, error: unknown): unknown {
  if (published === undefined || !isConnectionNeed(error)) return error;
  const { members = {} } = error.extras;
  const { connectUrl } = members;
  if (typeof connectUrl !== 'string' || members['server'] !== published.handle) return error;
  const [from, to] = [published.handle, handle].map((name) => `/connect/${encodeURIComponent(name)}`);
  const own = connectUrl.replace(String(from), String(to));
  const detail = error.detail?.replaceAll(connectUrl, own);
  return new Problem(error.code, detail, {
    ...error.extras,
    members: { ...members, connectUrl: own, server: handle },
  });
}

/** The same for a promise that rejects. */
export function asNeedOf(server: NamedServer): (error: unknown) => never {
  return (error) => {
    throw needOf(server, error);
  };
}
