import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { problemCatalogue, type ProblemCode } from '../../kernel/problem-catalogue.js';
import { Problem } from '../../kernel/problem.js';
import { Operation } from './operation.decorator.js';

const ProblemKindSchema = z
  .object({ code: z.string(), status: z.int(), title: z.string(), advice: z.string() })
  .meta({ id: 'ProblemKind' });

const CodeSchema = z.string().max(64);

/** What the `type` of a problem resolves to. */
@ApiTags('operations')
@Controller('problems')
export class ProblemsController {
  @Get(':code')
  @Operation({
    id: 'explainProblem',
    summary: 'Explain a problem code',
    access: { for: 'public' },
    responses: { 200: { description: 'What the code means and what to do', schema: ProblemKindSchema } },
    problems: ['not-found'],
  })
  explain(@Param('code', { schema: CodeSchema }) code: string): z.infer<typeof ProblemKindSchema> {
    if (!Object.hasOwn(problemCatalogue, code))
      throw new Problem('not-found', 'There is no such problem code.');
    return { code, ...problemCatalogue[code as ProblemCode] };
  }
}
