import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { basePathOf } from '../../kernel/base-path.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { problemCatalogue } from '../../kernel/problems/problem-catalogue.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';
import { html } from './page-html.js';
import { layout, type PageContent } from './page-layout.js';
import { untilInWords } from './page-time.js';
import { ProblemDialects, type ProblemDialect } from '../http/answers/problem-dialects.js';
import { problemReply, Reply } from '../http/answers/reply.js';
import { policyWithForms } from '../http/browser-headers.js';
import type { RequestContext } from '../http/request-context.js';

/** Where people sign in; whatever goes wrong there, they can begin again. */
const signInPaths = /^\/(?:login|oauth\/sign-in)(?:\/|$)/;

/** Sends pages, and tells browsers of problems as pages. */
@Injectable()
export class Pages implements ProblemDialect {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    dialects: ProblemDialects,
  ) {
    dialects.add(this);
  }

  /** Path of a page of ours as a browser must ask for it: below the path of PUBLIC_URL. */
  path(path: string): string {
    return this.prefix + path;
  }

  /** A page; nothing of it may be stored by the browser or on the way. */
  reply(content: PageContent, status = 200): Reply {
    const { formTargets: targets } = content;
    return new Reply(status, layout(content, this.prefix), {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(targets === undefined ? {} : { 'content-security-policy': policyWithForms(targets) }),
    });
  }

  /** The form again, saying in its midst what is wrong (422). Throws `invalid-form` for those who did not ask for a page. */
  again(req: IncomingMessage, content: PageContent, detail: string): Reply {
    if (/^application\/(problem\+)?json/.test(req.headers.accept ?? ''))
      throw new Problem('invalid-form', detail);
    return this.reply(content, 422);
  }

  /** Sends the browser on with GET (RFC 9110 §15.4.4). `path` is one of ours. */
  redirect(path: string): Reply {
    return new Reply(303, undefined, { location: this.path(path), 'cache-control': 'no-store' });
  }

  /** Sends the browser to another site, or to a program, with GET. */
  leave(address: string): Reply {
    return new Reply(303, undefined, { location: address, 'cache-control': 'no-store' });
  }

  isExpectedBy(req: IncomingMessage, context: RequestContext): boolean {
    return (
      (context.method === 'GET' || context.method === 'POST') &&
      !context.path.startsWith('/api/') &&
      (req.headers.accept ?? '').includes('text/html')
    );
  }

  tell(problem: Problem, context: RequestContext): Reply {
    const { headers } = problemReply(problem, context);
    const { title, advice } = problemCatalogue[problem.code];
    const back = problem.extras.back ?? (signInPaths.test(context.path) ? '/login' : undefined);
    // Which limit it was is for programs; people want to know how long to wait.
    const detail = problem.code === 'rate-limited' ? undefined : problem.detail;
    const body = html`${detail === undefined ? '' : html`<p role="alert">${detail}</p>`}
      <p class="lead">${this.waitFor(problem) ?? advice}</p>
      ${back === undefined ? '' : html`<p class="actions"><a href="${this.path(back)}">Back to the sign-in</a></p>`}
      <p class="lead"><small>Request ${context.requestId}</small></p>`;
    const page = this.reply({ heading: title, body }, problem.status);
    return new Reply(page.status, page.body, { ...headers, ...page.headers });
  }

  private waitFor({ extras: { retryAfterMs } }: Problem): string | undefined {
    return retryAfterMs === undefined
      ? undefined
      : `Try again ${untilInWords(retryAfterMs, this.clock.now())}.`;
  }

  private get prefix(): string {
    return basePathOf(this.config.publicUrl);
  }
}
