import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { AppWorkflows, type AppWorkflow } from '../catalog/app-workflows.service.js';
import { parseWorkflow } from '../definition/parse-workflow.js';
import { workflowLimits } from '../definition/workflow-limits.js';
import { RunPrograms } from '../engine/run-programs.service.js';
import type { RunDetails } from '../runs/run-steps.js';
import { mermaidOf } from './mermaid.js';
import { pictureStates } from './picture-states.js';

/** One workflow as its callers see it, with the document for those who may read configs. */
export interface WorkflowView extends AppWorkflow {
  readonly document?: JsonObject;
}

/** Workflows and runs to be looked at: as they are written, and as pictures. */
@Injectable()
export class WorkflowPictures {
  constructor(
    private readonly workflows: AppWorkflows,
    private readonly programs: RunPrograms,
    private readonly config: Config,
  ) {}

  /** Throws `workflow-not-found`. */
  show(principal: Principal, state: AppState, name: string): WorkflowView {
    const workflow = this.workflows.get(state, name);
    const document = state.config.workflows?.[name];
    const maySee =
      principal.kind === 'user' && principal.grant === undefined && principal.scopes.has('apps:read');
    return { ...workflow, ...(maySee && document !== undefined ? { document } : {}) };
  }

  /** A flowchart of Mermaid. Throws `workflow-not-found`. */
  draw(state: AppState, name: string): string {
    this.workflows.get(state, name);
    const { definition } = parseWorkflow(state.config.workflows?.[name], workflowLimits(this.config.values));
    if (definition === undefined) throw new Problem('workflow-not-found');
    return mermaidOf(definition);
  }

  /** The same, with how each task stands in the run. Throws `config-version-not-found` when its definition is gone. */
  async drawRun({ run, steps }: RunDetails): Promise<string> {
    const definition = await this.programs.definitionOf(run);
    if (definition === undefined) throw new Problem('config-version-not-found');
    return mermaidOf(definition, pictureStates(steps));
  }
}
