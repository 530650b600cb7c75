import { Catch, HttpException, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Problem } from '../../../kernel/problems/problem.js';
import type { ProblemCode } from '../../../kernel/problems/problem-catalogue.js';
import { RequestPipeline } from '../request-pipeline.js';
import { contextOf } from '../request-context.js';

interface RouteLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid-request',
  406: 'not-acceptable',
  413: 'body-too-large',
  415: 'unsupported-media-type',
};

/** Turns whatever a handler throws into an RFC 9457 answer, and an unmatched route into 404 or 405 with `Allow` (RFC 9110 §15.5.6). */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly front: RequestPipeline) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    this.front.fail(
      http.getResponse<Response>(),
      error instanceof HttpException ? fromNest(error, request) : error,
      contextOf(request),
    );
  }
}

function fromNest(error: HttpException, request: Request): Problem {
  const status = error.getStatus();
  if (status === 404) return unmatched(request);
  const code = codeOfStatus[status];
  return code === undefined
    ? new Problem('internal-error', undefined, { cause: error })
    : new Problem(code, error.message);
}

function unmatched(request: Request): Problem {
  const { stack } = request.app.router as unknown as { stack: readonly RouteLayer[] };
  const methods = stack
    .filter((layer) => layer.route !== undefined && layer.match(request.path))
    .flatMap(({ route }) => Object.keys(route?.methods ?? {}))
    .filter((method) => method !== '_all')
    .map((method) => method.toUpperCase());
  if (methods.length === 0)
    return new Problem('not-found', `Nothing answers to ${request.method} ${request.path}.`);
  const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])])].join(', ');
  return new Problem('method-not-allowed', `This path answers to ${allow}.`, { headers: { allow } });
}
