import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { basePathOf } from '../../kernel/base-path.js';
import type { Problem } from '../../kernel/problems/problem.js';
import { grantScopes } from '../../kernel/principal.js';
import { Config } from '../../platform/config/config.js';
import { bearerChallenge } from '../../platform/http/answers/challenge.js';
import { ProblemDialects, type ProblemDialect } from '../../platform/http/answers/problem-dialects.js';
import { problemReply, Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';

const nativePath = /^(\/api\/(?:servers|apps)\/[^/]+\/mcp)\/?$/;
/** What may stand neither in an address nor in a quoted text. */
const unfit = /["\\<>^`{|}]/g;
const allScopes = grantScopes.join(' ');

/**
 * Tells clients of the native endpoints where to get a token (RFC 9728 §5.1). Whoever shows none is told of no error: clients take one for a
 * token of theirs that went bad.
 */
@Injectable()
export class NativeChallenges implements ProblemDialect {
  constructor(
    private readonly config: Config,
    dialects: ProblemDialects,
  ) {
    if (config.values.MCP_OAUTH === 'on') dialects.add(this);
  }

  isExpectedBy(_: IncomingMessage, { path }: RequestContext): boolean {
    return nativePath.test(path);
  }

  tell(problem: Problem, context: RequestContext): Reply {
    const { status, body, headers } = problemReply(problem, context);
    const { challenge } = problem.extras;
    if (challenge === undefined) return new Reply(status, body, headers);
    const where = { resource_metadata: this.metadataOf(context.path) };
    return new Reply(status, body, {
      ...headers,
      'www-authenticate': bearerChallenge(where, { scope: allScopes, ...challenge }),
    });
  }

  /** The path of the endpoint stands behind that of the well-known document (RFC 9728 §3.1). */
  private metadataOf(path: string): string {
    const { publicUrl } = this.config;
    const endpoint = nativePath.exec(path)?.[1] ?? '';
    return `${new URL(publicUrl).origin}/.well-known/oauth-protected-resource${basePathOf(publicUrl)}${endpoint.replace(unfit, encodeURIComponent)}`;
  }
}
