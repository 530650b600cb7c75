import { Controller, Get, Headers, Param } from '@nestjs/common';
import { ApiTags } from '../../openapi/api-description.js';
import { z } from 'zod';
import { problemCatalogue, type ProblemCode } from '../../../kernel/problems/problem-catalogue.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { html } from '../../pages/page-html.js';
import { facts, type PageContent } from '../../pages/page-layout.js';
import { Pages } from '../../pages/pages.js';
import { Operation } from '../../openapi/operation.decorator.js';
import { Reply } from './reply.js';

const ProblemKindSchema = z
  .object({ code: z.string(), status: z.int(), title: z.string(), advice: z.string() })
  .meta({ id: 'ProblemKind' });

const ProblemListSchema = z.object({ problems: z.array(ProblemKindSchema) }).meta({ id: 'ProblemList' });

const CodeSchema = z.string().max(64);

/** What the `type` of a problem resolves to. */
@ApiTags('operations')
@Controller('problems')
export class ProblemsController {
  constructor(private readonly pages: Pages) {}

  @Get()
  @Operation({
    id: 'listProblems',
    summary: 'List all problem codes',
    access: { for: 'public' },
    description: 'A page with a link to each for those who accept HTML.',
    responses: {
      200: {
        description: 'Every code with what it means and what to do',
        schema: ProblemListSchema,
        content: { 'text/html': { schema: z.string() } },
      },
    },
  })
  list(@Headers('accept') accept: string | undefined): Reply {
    const problems = Object.entries(problemCatalogue)
      .map(([code, kind]) => ({ code, ...kind }))
      .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code));
    return this.inFormOf(accept, { problems }, () => ({
      heading: 'Problems',
      body: html`<p class="lead">What the gateway may answer when something goes wrong.</p>
        <ul class="problems">
          ${problems.map(
            ({ code, status, title }) =>
              html`<li>
                <a href="${this.pages.path(`/problems/${code}`)}">${code}</a> (${String(status)}) ${title}
              </li>`,
          )}
        </ul>`,
    }));
  }

  @Get(':code')
  @Operation({
    id: 'explainProblem',
    summary: 'Explain a problem code',
    access: { for: 'public' },
    description: 'A page for those who accept HTML.',
    responses: {
      200: {
        description: 'What the code means and what to do',
        schema: ProblemKindSchema,
        content: { 'text/html': { schema: z.string() } },
      },
    },
    problems: ['not-found'],
  })
  explain(
    @Param('code', { schema: CodeSchema }) code: string,
    @Headers('accept') accept: string | undefined,
  ): Reply {
    if (!Object.hasOwn(problemCatalogue, code))
      throw new Problem('not-found', 'There is no such problem code.');
    const kind = problemCatalogue[code as ProblemCode];
    const rows = [
      ['Code', code],
      ['Status', String(kind.status)],
    ] as const;
    return this.inFormOf(accept, { code, ...kind }, () => ({
      heading: kind.title,
      body: html`<p class="lead">${kind.advice}</p>
        ${facts(rows)}`,
      footer: html`<a href="${this.pages.path('/problems')}">All problems</a>`,
    }));
  }

  private inFormOf(accept: string | undefined, value: object, page: () => PageContent): Reply {
    const reply = accept?.includes('text/html') === true ? this.pages.reply(page()) : Reply.json(value);
    return new Reply(reply.status, reply.body, { ...reply.headers, vary: 'accept' });
  }
}
