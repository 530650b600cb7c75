import { Controller, Get } from '@nestjs/common';
import type { z } from 'zod';
import type { Principal } from '../../kernel/principal.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal } from '../../platform/openapi/parameters.js';
import { CallerSchema, toCaller } from './me.dto.js';
import { Me } from './me.service.js';

/** Who is asking. */
@ApiTags('login')
@Controller('api/me')
export class MeController {
  constructor(private readonly me: Me) {}

  @Get()
  @Operation({
    id: 'whoAmI',
    summary: 'Who is asking, and what they may do',
    description: 'For tokens of people and programs, keys of apps and browsers that are signed in.',
    access: { for: 'any', programs: true, beforeFactor: true },
    responses: { 200: { description: 'The caller', schema: CallerSchema } },
    problems: ['app-not-found'],
  })
  async get(@CurrentPrincipal() principal: Principal): Promise<z.infer<typeof CallerSchema>> {
    return toCaller(principal, await this.me.get(principal));
  }
}
