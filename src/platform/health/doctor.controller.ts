import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import type { UserPrincipal } from '../../kernel/principal.js';
import type { RequestContext } from '../http/request-context.js';
import { ApiTags } from '../openapi/api-description.js';
import { Operation } from '../openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../openapi/parameters.js';
import { Doctor, findingSubjects } from './doctor.service.js';

const DiagnosisSchema = z
  .object({
    ok: z.boolean().describe('Whether nothing was found'),
    findings: z.array(
      z
        .object({
          title: z.string(),
          detail: z.string().optional(),
          remedy: z.string().describe('What to do'),
          about: z.enum(findingSubjects),
          server: z.string().optional().describe('Handle of the server that it is about'),
        })
        .meta({ id: 'Finding' }),
    ),
  })
  .meta({ id: 'Diagnosis' });

/** What is wrong. */
@ApiTags('operations')
@Controller('api/doctor')
export class DoctorController {
  constructor(private readonly doctor: Doctor) {}

  @Get()
  @Operation({
    id: 'diagnose',
    summary: 'What is wrong with the gateway, and what to do',
    description:
      "The operator's file, the servers that the operator reaches, the address, the data folder, the disk, the keys and the database, as this process sees them.",
    access: { for: 'user', scope: 'operator', operator: true },
    responses: { 200: { description: 'Findings', schema: DiagnosisSchema } },
  })
  async look(
    @CurrentPrincipal() principal: UserPrincipal,
    @ScopeParameter() context: RequestContext,
  ): Promise<z.infer<typeof DiagnosisSchema>> {
    const findings = await this.doctor.look(principal, context);
    return { ok: findings.length === 0, findings };
  }
}
