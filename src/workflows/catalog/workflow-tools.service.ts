import { Injectable } from '@nestjs/common';
import { programTool } from '../../apps/clearance/server-grant.js';
import type { AppState } from '../../apps/document/app.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { withPlainNumbers } from '../../kernel/json/exact-number.js';
import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import type { Caller } from '../../kernel/caller.js';
import { Problem } from '../../kernel/problems/problem.js';
import { begunInSlices } from '../../kernel/pacing/slices.js';
import { Config } from '../../platform/config/config.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { CallGate } from '../../upstreams/tools/gate/call-gate.service.js';
import { shownBy } from '../../upstreams/tools/gate/shown-response.js';
import { needingAppApproval } from '../../upstreams/tools/tool-view.js';
import { AppWorkflows, type AppWorkflow } from './app-workflows.service.js';
import { workflowServer, workflowsOf, workflowTool } from './workflow-server.js';
import { depthOfCall } from '../calls/call-meta.js';
import { hasPrograms, programToolShown } from '../programs/program-tool.js';
import { WorkflowPrograms } from '../programs/workflow-programs.service.js';
import { RunResults, type Notify } from './run-results.service.js';
import { RunAncestry } from '../runs/run-ancestry.service.js';
import { RunStarter } from '../runs/run-starter.service.js';

interface WorkflowCall {
  readonly arguments?: JsonObject | undefined;
  readonly timeoutMs?: number | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** The workflows of an app as tools, so that an agent runs one like any other. */
@Injectable()
export class WorkflowTools {
  private readonly known = new WeakMap<AppState, ReadonlyMap<string, JsonObject>>();

  constructor(
    private readonly gate: CallGate,
    private readonly workflows: AppWorkflows,
    private readonly starter: RunStarter,
    private readonly ancestry: RunAncestry,
    private readonly results: RunResults,
    private readonly programs: WorkflowPrograms,
    private readonly config: Config,
  ) {}

  /**
   * MCP tools under their exposed names, `workflow__name`, each with `server` and `tool`; none where a server of the app has taken the name.
   * With them the one that runs what a model writes, where the app has that.
   */
  list(state: AppState): readonly JsonObject[] {
    return [...this.byName(state).values()];
  }

  /** The workflow that an exposed name stands for, or `run_workflow`. */
  find(state: AppState, name: string): string | undefined {
    return this.byName(state).get(name)?.['tool'] as string | undefined;
  }

  /** What makes the call. Throws `approval-required`, `recursion-too-deep`. */
  async prepare(
    caller: Caller,
    state: AppState,
    workflow: string,
    call: WorkflowCall,
    scope: CallScope,
  ): Promise<(notify?: Notify) => Promise<RawResponse>> {
    if (workflow === programTool) return this.programs.prepare(caller, state, call, scope);
    const server = workflowsOf(state);
    const entry = {
      ...{ original: workflow, shown: this.byName(state).get(workflowTool(workflow)) ?? {} },
      needsApproval: await begunInSlices(needingAppApproval(server, workflow)),
    };
    const admitted = await this.gate.admit(caller, { server, entry, arguments: call.arguments }, scope);
    const depth = depthOfCall(call._meta);
    if (depth > this.config.values.WORKFLOW_MAX_DEPTH)
      throw new Problem(
        'recursion-too-deep',
        `The workflow "${workflow}" is called by ${String(depth - 1)} runs, one inside the other (WORKFLOW_MAX_DEPTH).`,
      );
    const input = withPlainNumbers(admitted.arguments ?? {}, (source) => {
      throw new Problem(
        'invalid-params',
        `The number ${source.slice(0, 40)} cannot be kept as it is; send it as a string.`,
      );
    }) as JsonValue;
    return async (notify) => {
      const ancestry = await this.ancestry.of(call._meta, state.app.accountId);
      const run = await this.starter.start(caller.principal, state, workflow, input, ancestry);
      const { timeoutMs = this.config.values.TOOL_TIMEOUT_MS } = call;
      const result = await this.results.of(caller.principal, run, { timeoutMs }, scope, notify);
      return shownBy(admitted.show, result);
    };
  }

  private byName(state: AppState): ReadonlyMap<string, JsonObject> {
    let tools = this.known.get(state);
    if (tools === undefined) {
      const taken = Object.hasOwn(state.config.mcpServers ?? {}, workflowServer);
      tools = new Map(
        (taken ? [] : this.workflows.list(state)).map((workflow) => {
          const tool = toTool(workflow);
          return [String(tool['name']), tool] as const;
        }),
      );
      if (hasPrograms(state.config)) tools = new Map([...tools, [programTool, programToolShown]]);
      this.known.set(state, tools);
    }
    return tools;
  }
}

function toTool({ name, title, summary, inputSchema }: AppWorkflow): JsonObject {
  return {
    name: workflowTool(name),
    ...(title === undefined ? {} : { title }),
    description: summary ?? title ?? `Runs the workflow ${name}.`,
    inputSchema: { ...inputSchema, type: 'object' },
    ...{ server: workflowServer, tool: name },
  };
}
