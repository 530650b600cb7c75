import type { IncomingMessage } from 'node:http';
import type { Problem } from '../../kernel/problems/problem.js';
import type { ProblemDialect } from '../../platform/http/answers/problem-dialects.js';
import { problemReply, Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { printableAscii } from '../protocol/oauth-reply.js';

export const registrationPath = '/oauth/register';

/** RFC 7591 §3.2.1: the answer may hold a secret. */
export const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

const hidden = new Set([403, 404, 405, 421]);

/** Tells clients that register of problems in the terms of RFC 7591 §3.2.2, whichever part of the gateway they come from. */
export class RegistrationDialect implements ProblemDialect {
  /** `trace` keeps why a registration was refused. */
  constructor(private readonly trace: (reason: string, context: RequestContext) => void) {}

  isExpectedBy(_: IncomingMessage, { path }: RequestContext): boolean {
    return path === registrationPath;
  }

  tell(problem: Problem, context: RequestContext): Reply {
    const faults = problem.extras.errors ?? [];
    const description = faults.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ');
    const body = {
      error: errorOf(problem),
      error_description: printableAscii(description === '' ? problem.message : description).slice(0, 1000),
    };
    if (statusOf(problem) === 400) this.trace(body.error_description, context);
    const { headers } = problemReply(problem, context);
    return Reply.json(body, statusOf(problem), {
      ...headers,
      'content-type': 'application/json',
      ...noStore,
    });
  }
}

function statusOf({ status }: Problem): number {
  return status === 429 || status >= 500 || hidden.has(status) ? status : 400;
}

function errorOf({ status, extras }: Problem): string {
  if (status === 429) return 'slow_down';
  if (status === 503) return 'temporarily_unavailable';
  if (status >= 500) return 'server_error';
  const isAboutRedirects = extras.errors?.some(({ pointer }) => pointer.startsWith('/redirect_uris'));
  return isAboutRedirects === true ? 'invalid_redirect_uri' : 'invalid_client_metadata';
}
