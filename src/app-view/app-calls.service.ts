import { Injectable } from '@nestjs/common';
import type { AppState } from '../apps/document/app.js';
import type { CallScope } from '../kernel/call-scope.js';
import type { Caller } from '../kernel/caller.js';
import { McpOperations, type PreparedCall } from '../mcp-gateway/mcp-operations.service.js';
import type { AskableCall } from '../mcp-gateway/questions/asking-calls.service.js';
import { isCleared } from '../upstreams/declared/cleared-server.js';
import { WorkflowTools } from '../workflows/catalog/workflow-tools.service.js';
import { withNamedQuestions } from './named-questions.js';
import { ExposedNames } from './exposed-names.service.js';

/** Calls by exposed names: of tools of the app's servers, and of its workflows. */
@Injectable()
export class AppCalls {
  constructor(
    private readonly names: ExposedNames,
    private readonly operations: McpOperations,
    private readonly workflows: WorkflowTools,
  ) {}

  /** Whether grants leave the caller what a name stands for. Throws what finding it throws. */
  async isLeft(caller: Caller, state: AppState, name: string, scope: CallScope): Promise<boolean> {
    if (state.cleared === undefined || this.workflows.find(state, name) !== undefined) return true;
    const tool = await this.names.tool(caller, state, name, scope);
    return isCleared(tool.server, tool.server.policy.originalOf(tool.name) ?? tool.name);
  }

  /** Everything that can be refused is refused here; the function in the result makes the call. */
  async prepare(
    caller: Caller,
    state: AppState,
    name: string,
    call: AskableCall,
    scope: CallScope,
  ): Promise<PreparedCall> {
    const workflow = this.workflows.find(state, name);
    if (workflow !== undefined) return this.workflows.prepare(caller, state, workflow, call, scope);
    const tool = await this.names.tool(caller, state, name, scope);
    const asked = { ...call, endpoint: `sdk ${state.app.id}` };
    const run = await this.operations.prepareCall(caller, tool.server, tool.name, asked, scope);
    const { name: server } = tool.server.definition;
    return async (onNotification) => withNamedQuestions(await run(onNotification), server);
  }
}
