import { Injectable } from '@nestjs/common';
import { programTool } from '../../apps/clearance/server-grant.js';
import type { AppState } from '../../apps/document/app.js';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import { withPlainNumbers } from '../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';
import { begunInSlices } from '../../kernel/pacing/slices.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { CallGate } from '../../upstreams/tools/gate/call-gate.service.js';
import { shownBy } from '../../upstreams/tools/gate/shown-response.js';
import { needingAppApproval } from '../../upstreams/tools/tool-view.js';
import { depthOfCall } from '../calls/call-meta.js';
import { RunResults, type Notify } from '../catalog/run-results.service.js';
import { workflowsOf } from '../catalog/workflow-server.js';
import type { WorkflowDefinition } from '../definition/workflow-definition.js';
import { RunAncestry } from '../runs/run-ancestry.service.js';
import { RunPreparation } from '../runs/run-preparation.service.js';
import { RunStarter, startOf } from '../runs/run-starter.service.js';
import { ProgramCheck } from './program-check.service.js';
import { readProgram, type LocatedFault } from './program-source.js';
import { programToolShown } from './program-tool.js';

interface ProgramCall {
  readonly arguments?: JsonObject | undefined;
  readonly timeoutMs?: number | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** Runs what models write, as the callers that they write it for, through every rule of the app. */
@Injectable()
export class WorkflowPrograms {
  constructor(
    private readonly gate: CallGate,
    private readonly checks: ProgramCheck,
    private readonly preparation: RunPreparation,
    private readonly starter: RunStarter,
    private readonly ancestry: RunAncestry,
    private readonly results: RunResults,
    private readonly config: Config,
  ) {}

  /** What makes the call. Throws `approval-required`, `recursion-too-deep`; what is wrong with a document is the result. */
  async prepare(
    caller: Caller,
    state: AppState,
    call: ProgramCall,
    scope: CallScope,
  ): Promise<(notify?: Notify) => Promise<RawResponse>> {
    const server = workflowsOf(state);
    const needsApproval = await begunInSlices(needingAppApproval(server, programTool));
    const entry = { original: programTool, shown: programToolShown, needsApproval };
    const admitted = await this.gate.admit(caller, { server, entry, arguments: call.arguments }, scope);
    const depth = depthOfCall(call._meta);
    if (depth > this.config.values.WORKFLOW_MAX_DEPTH) throw new Problem('recursion-too-deep');
    const { document: given, input = {} } = withPlainNumbers(
      admitted.arguments ?? {},
      refuseNumber,
    ) as JsonObject;
    const source = readProgram(given);
    if ('faults' in source) return () => Promise.resolve(refusal(source.faults));
    const { document, locate } = source;
    if (!isJsonObject(input))
      return () => Promise.resolve(refusal([{ pointer: '/input', detail: 'must be an object' }]));
    const checked = await this.checks.check(caller, state, document, scope);
    const { definition } = checked;
    if (definition === undefined) return () => Promise.resolve(refusal(checked.faults.map(locate)));
    return async (notify) => {
      const ancestry = await this.ancestry.of(call._meta, state.app.accountId);
      const run = await this.preparation.made(
        state,
        { ...headerOf(definition), document },
        input as JsonValue,
        startOf(caller.principal, ancestry),
      );
      await this.starter.begin(run);
      const { RUN_WORKFLOW_TIMEOUT_MS } = this.config.values;
      // The run ends itself when its time is over, and then says so.
      const { timeoutMs = RUN_WORKFLOW_TIMEOUT_MS + graceMs } = call;
      const result = await this.results.of(caller.principal, run, { timeoutMs, shape }, scope, notify);
      return shownBy(admitted.show, result);
    };
  }
}

const graceMs = 5000;
const mostFaults = 20;

function headerOf({ version, input: { schema } }: WorkflowDefinition) {
  return { name: programTool, version, ...(schema === undefined ? {} : { inputSchema: schema }) };
}

function shape(runId: string, output: unknown): Pick<JsonObject, 'content' | 'structuredContent'> {
  const told = { runId, output };
  return { content: [{ type: 'text', text: JSON.stringify(told) }], structuredContent: told };
}

/** What a model can mend and send again. */
function refusal(faults: readonly LocatedFault[]): RawResponse {
  const errors = faults.slice(0, mostFaults);
  const lines = errors.map(({ line, pointer, detail }) =>
    [...(line === undefined ? [] : [`line ${String(line)}`]), pointer || '/', detail].join(' '),
  );
  const text = ['The document cannot be run as it is written.', ...lines].join('\n');
  const result = { content: [{ type: 'text', text }], structuredContent: { errors }, isError: true };
  return { message: { jsonrpc: '2.0', id: null, result } };
}

function refuseNumber(source: string): never {
  throw new Problem(
    'invalid-params',
    `The number ${source.slice(0, 40)} cannot be kept as it is; send it as a string.`,
  );
}
