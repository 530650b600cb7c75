import { Controller, Get, Param, Query } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { appProblems } from '../../apps/app/app-query.dto.js';
import type { Principal } from '../../kernel/principal.js';
import { listAccess } from '../../mcp-gateway/operation-terms.dto.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal } from '../../platform/openapi/parameters.js';
import { WorkflowParam } from '../schedules/schedule.dto.js';
import { pictureReply } from './picture-reply.js';
import { pictureContent, PictureQuery, WorkflowViewSchema } from './picture.dto.js';
import { WorkflowPictures } from './workflow-pictures.service.js';

/** One workflow. Stands behind the controller of runs, whose address could be one's name. */
@ApiTags('workflows')
@Controller('api/sdk/workflows')
export class WorkflowPicturesController {
  constructor(
    private readonly apps: AppConfigs,
    private readonly pictures: WorkflowPictures,
  ) {}

  @Get(':workflow')
  @Operation({
    id: 'getWorkflow',
    summary: 'One workflow, or a picture of it',
    access: listAccess,
    responses: {
      200: { description: 'The workflow', schema: WorkflowViewSchema, content: pictureContent },
    },
    problems: [...appProblems, 'workflow-not-found'],
  })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('workflow', { schema: WorkflowParam }) workflow: string,
    @Query({ schema: PictureQuery }) { app, format }: PictureQuery,
  ): Promise<object | Reply> {
    const state = await this.apps.getMeant(principal, app);
    return format === 'mermaid'
      ? pictureReply(this.pictures.draw(state, workflow))
      : this.pictures.show(principal, state, workflow);
  }
}
