import { Injectable, type OnModuleInit } from '@nestjs/common';
import { programTool } from '../../apps/clearance/server-grant.js';
import { begunInSlices } from '../../kernel/pacing/slices.js';
import { AppOffers } from '../../mcp-gateway/chat/app-offers.service.js';
import { needingAppApproval } from '../../upstreams/tools/tool-view.js';
import { workflowsOf } from '../catalog/workflow-server.js';
import { hasPrograms, programToolShown } from './program-tool.js';
import { WorkflowPrograms } from './workflow-programs.service.js';

/** Offers models in chats to run what they write. */
@Injectable()
export class ChatPrograms implements OnModuleInit {
  constructor(
    private readonly offers: AppOffers,
    private readonly programs: WorkflowPrograms,
  ) {}

  onModuleInit(): void {
    this.offers.register(async (caller, state, { definition }) => {
      if (!hasPrograms(state.config)) return [];
      // In a chat tools have the names that their server gives them.
      const description = `${String(programToolShown['description'])}\nThe other tools of this chat are called as tool@${definition.name}.`;
      return [
        {
          ...{ name: programTool, shown: { ...programToolShown, description } },
          needsApproval: await begunInSlices(needingAppApproval(workflowsOf(state), programTool)),
          prepare: (args, scope) => this.programs.prepare(caller, state, { arguments: args }, scope),
        },
      ];
    });
  }
}
