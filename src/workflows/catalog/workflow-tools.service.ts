import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import { exposedName } from '../../apps/document/exposed-name.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { withPlainNumbers } from '../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';
import type { Caller } from '../../kernel/caller.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { begunInSlices } from '../../kernel/pacing/slices.js';
import { Config } from '../../platform/config/config.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { ToolPolicy } from '../../upstreams/declared/tool-policy.js';
import type { GatedServer } from '../../upstreams/tools/gate/call-hook.js';
import { CallGate } from '../../upstreams/tools/gate/call-gate.service.js';
import { shownBy } from '../../upstreams/tools/gate/shown-response.js';
import { needingAppApproval } from '../../upstreams/tools/tool-view.js';
import { AppWorkflows, type AppWorkflow } from './app-workflows.service.js';
import { depthOfCall, metaOfResult } from '../calls/call-meta.js';
import { RunStarter } from '../runs/run-starter.service.js';
import type { RunEvent } from '../runs/run-event.js';
import { RunWatch } from '../runs/run-watch.service.js';
import type { Run } from '../runs/run.js';
import { WorkflowRuns } from '../runs/workflow-runs.service.js';

/** Stands where tools have the name of their server. */
const workflowServer = 'workflow';

interface WorkflowCall {
  readonly arguments?: JsonObject | undefined;
  readonly timeoutMs?: number | undefined;
  readonly _meta?: JsonObject | undefined;
}

type Notify = (notification: RpcNotification) => void;

/** The workflows of an app as tools, so that an agent runs one like any other. */
@Injectable()
export class WorkflowTools {
  private readonly known = new WeakMap<AppState, ReadonlyMap<string, JsonObject>>();

  constructor(
    private readonly gate: CallGate,
    private readonly workflows: AppWorkflows,
    private readonly starter: RunStarter,
    private readonly runs: WorkflowRuns,
    private readonly watch: RunWatch,
    private readonly config: Config,
  ) {}

  /** MCP tools under their exposed names, `workflow__name`, each with `server` and `tool`. None where a server of the app has taken the name. */
  list(state: AppState): readonly JsonObject[] {
    return [...this.byName(state).values()];
  }

  /** The workflow that an exposed name stands for. */
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
    const server = workflowsOf(state);
    const entry = {
      ...{ original: workflow, shown: this.byName(state).get(exposedName(workflowServer, workflow)) ?? {} },
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
      const run = await this.starter.start(caller.principal, state, workflow, input, depth);
      return shownBy(admitted.show, await this.result(caller.principal, run, call, scope, notify));
    };
  }

  /** The caller's leaving cancels the run, as it cancels a tool. When the time is over the run goes on, and the result says where. */
  private async result(
    principal: Principal,
    run: Run,
    { timeoutMs = this.config.values.TOOL_TIMEOUT_MS }: WorkflowCall,
    scope: CallScope,
    notify: Notify | undefined,
  ): Promise<RawResponse> {
    const release = scope.onCancel(() => {
      this.runs.cancel(principal, { id: run.id }, { requestId: scope.requestId }).catch(() => undefined);
    });
    try {
      let progress = 0;
      const end = await this.watch.follow(run.id, { after: 0, scope, timeoutMs }, ({ type, data }) => {
        notify?.({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: {
            progress: ++progress,
            message: [type, data['step'] ?? data['workflow']].join(' ').trim(),
          },
        });
      });
      if (end === undefined && scope.cancelled) throw new Problem('client-closed-request');
      return { message: { jsonrpc: '2.0', id: null, result: resultOf(run, end) } };
    } finally {
      release();
    }
  }

  private byName(state: AppState): ReadonlyMap<string, JsonObject> {
    let tools = this.known.get(state);
    if (tools === undefined) {
      const taken = Object.hasOwn(state.config.mcpServers ?? {}, workflowServer);
      tools = new Map(
        (taken ? [] : this.workflows.list(state)).map((workflow) => {
          const tool = toTool(workflow);
          return [String(tool['name']), tool];
        }),
      );
      this.known.set(state, tools);
    }
    return tools;
  }
}

/** The workflows of an app as the gate knows a server. */
function workflowsOf({ app, config }: AppState): GatedServer {
  return {
    ...{ id: `${app.id} ${workflowServer}`, handle: `${app.slug}.${workflowServer}`, label: '(workflows)' },
    ...{ trust: 'tenant', credentials: [], policy: openPolicy, definition: { name: workflowServer } },
    app: { id: app.id, slug: app.slug, policies: config.policies ?? {} },
  };
}

const openPolicy = new ToolPolicy({});

function toTool({ name, title, summary, inputSchema }: AppWorkflow): JsonObject {
  return {
    name: exposedName(workflowServer, name),
    ...(title === undefined ? {} : { title }),
    description: summary ?? title ?? `Runs the workflow ${name}.`,
    inputSchema: { ...inputSchema, type: 'object' },
    ...{ server: workflowServer, tool: name },
  };
}

function resultOf({ id: runId }: Run, end: RunEvent | undefined): JsonObject {
  if (end?.type === 'run.completed') {
    const output = end.data['output'];
    return {
      content: [{ type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output) }],
      structuredContent: isJsonObject(output) ? output : { output },
      _meta: metaOfResult(runId),
    };
  }
  const told = end === undefined ? { runId, status: 'running' } : { runId, ...end.data };
  return {
    content: [{ type: 'text', text: JSON.stringify(told) }],
    structuredContent: told,
    ...(end === undefined ? {} : { isError: true }),
    _meta: metaOfResult(runId),
  };
}
