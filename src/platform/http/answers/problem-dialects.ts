import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Problem } from '../../../kernel/problems/problem.js';
import { problemReply, type Reply } from './reply.js';
import type { RequestContext } from '../request-context.js';

/** Another form of telling a problem than RFC 9457, for requests that expect it: browsers, OAuth clients. */
export interface ProblemDialect {
  isExpectedBy(req: IncomingMessage, context: RequestContext): boolean;
  tell(problem: Problem, context: RequestContext): Reply;
}

/** Knows in which form to tell a problem. */
@Injectable()
export class ProblemDialects {
  private readonly dialects: ProblemDialect[] = [];

  add(dialect: ProblemDialect): void {
    this.dialects.push(dialect);
  }

  /** Of paths that no browser shows, whatever a request says that it takes. */
  addFirst(dialect: ProblemDialect): void {
    this.dialects.unshift(dialect);
  }

  reply(problem: Problem, req: IncomingMessage, context: RequestContext): Reply {
    const standard = problemReply(problem, context);
    const dialect = this.dialects.find((it) => it.isExpectedBy(req, context));
    return dialect?.tell(problem, context) ?? standard;
  }
}
