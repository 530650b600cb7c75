import { Controller, Get, Headers, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { problemCatalogue, type ProblemCode } from '../../kernel/problem-catalogue.js';
import { Problem } from '../../kernel/problem.js';
import { html } from './page-html.js';
import { facts } from './page-layout.js';
import { Pages } from './pages.js';
import { Operation } from './operation.decorator.js';
import { Reply } from './reply.js';

const ProblemKindSchema = z
  .object({ code: z.string(), status: z.int(), title: z.string(), advice: z.string() })
  .meta({ id: 'ProblemKind' });

const CodeSchema = z.string().max(64);

/** What the `type` of a problem resolves to. */
@ApiTags('operations')
@Controller('problems')
export class ProblemsController {
  constructor(private readonly pages: Pages) {}

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
    const body = html`<p class="lead">${kind.advice}</p>
      ${facts(rows)}`;
    const reply =
      accept?.includes('text/html') === true
        ? this.pages.reply({ heading: kind.title, body })
        : Reply.json({ code, ...kind });
    return new Reply(reply.status, reply.body, { ...reply.headers, vary: 'accept' });
  }
}
