import type { IncomingMessage } from 'node:http';
import type { Problem } from '../../kernel/problems/problem.js';
import type { ProblemDialect } from '../../platform/http/answers/problem-dialects.js';
import { problemReply, Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { oauthErrors, type OAuthErrorCode } from './oauth-error.js';

/** RFC 6749 §5.1: answers that hold a code or a token are not to be stored. */
const headers = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** These endpoints are public: a 401 is what somebody gets who sends a credential all the same, as OAuth libraries do when left to guess. */
const noSecrets =
  'Send no Authorization here: programs have no secret and name themselves by client_id in the body.';

export function oauthReply(body: object): Reply {
  return Reply.json(body, 200, headers);
}

/** RFC 6749 §5.2: status 400 unless said otherwise. */
export function oauthError(
  error: OAuthErrorCode,
  {
    description,
    interval,
    status = 400,
    challenge,
  }: { description?: string; interval?: number; status?: number; challenge?: string } = {},
): Reply {
  const body = { error, error_description: printableAscii(description ?? oauthErrors[error]) };
  const more: Record<string, string> = challenge === undefined ? {} : { 'www-authenticate': challenge };
  return Reply.json(interval === undefined ? body : { ...body, interval }, status, { ...headers, ...more });
}

/** Tells OAuth clients of problems in OAuth's terms, whichever part of the gateway they come from. */
export class OAuthDialect implements ProblemDialect {
  constructor(private readonly paths: ReadonlySet<string>) {}

  isExpectedBy(_: IncomingMessage, { path }: RequestContext): boolean {
    return this.paths.has(path);
  }

  tell(problem: Problem, context: RequestContext): Reply {
    const [code, status] = translate(problem.status);
    const faults = problem.extras.errors?.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ');
    const description = status === 401 ? noSecrets : (faults ?? problem.message);
    const error = oauthError(code, { status, description });
    const extra = { ...problemReply(problem, context).headers };
    return new Reply(status, error.body, { ...extra, ...error.headers });
  }
}

function translate(status: number): [OAuthErrorCode, number] {
  if (status === 401) return ['invalid_client', 401];
  if (status === 429) return ['slow_down', 429];
  if (status === 503) return ['temporarily_unavailable', 503];
  if (status >= 500) return ['server_error', status];
  return ['invalid_request', [403, 404, 405, 421].includes(status) ? status : 400];
}

/** The characters that RFC 6749 §5.2 allows in a description. */
export function printableAscii(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
