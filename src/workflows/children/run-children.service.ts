import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { CallScope } from '../../kernel/call-scope.js';
import { isJsonObject, type JsonValue } from '../../kernel/json/json.js';
import { begunInSlices } from '../../kernel/pacing/slices.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import type { ApprovalDeciders } from '../../upstreams/approvals/approval.js';
import { CallGate } from '../../upstreams/tools/gate/call-gate.service.js';
import { needingAppApproval } from '../../upstreams/tools/tool-view.js';
import { asFailure, wayOf } from '../calls/asking.js';
import { RunAuthority, type Authorised } from '../calls/run-authority.service.js';
import { StepRecords, type RecordedStep } from '../calls/step-records.service.js';
import { AppWorkflows } from '../catalog/app-workflows.service.js';
import { workflowServer, workflowsOf, workflowTool } from '../catalog/workflow-server.js';
import type { ChildAccess, ChildCall } from '../interpreter/child-access.port.js';
import { StartAwaited } from '../interpreter/tasks/start-awaited.js';
import { toolValue } from '../interpreter/tool-value.js';
import { WorkflowFailure, withoutKey } from '../interpreter/workflow-error.js';
import { firstEvent, RunPreparation } from '../runs/run-preparation.service.js';
import { RunStore } from '../runs/run-store.port.js';
import { hasEnded, rootOf, type Run } from '../runs/run.js';
import { FamilyNews } from './family-news.service.js';

type Authority = ReturnType<RunAuthority['of']>;
type Output = Awaited<ReturnType<ChildAccess['output']>>;

/** Runs that are steps of other runs: begun through the gate, as whoever started the run that they are part of. */
@Injectable()
export class RunChildren {
  constructor(
    private readonly authority: RunAuthority,
    private readonly gate: CallGate,
    private readonly records: StepRecords,
    private readonly workflows: AppWorkflows,
    private readonly preparation: RunPreparation,
    private readonly store: RunStore,
    private readonly news: FamilyNews,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  of(run: Run): ChildAccess {
    const authority = this.authority.of(run);
    return {
      begin: async (call) => (await this.begun(run, authority, call)).id,
      output: (runId, call) => this.output(run, authority, runId, call),
      cancel: (runId) => this.news.unwanted(runId),
    };
  }

  /** One for each step and attempt of its parent, whichever process asks. */
  private async begun(parent: Run, authority: Authority, call: ChildCall): Promise<Run> {
    const startKey = startKeyOf(parent, call);
    const known = await this.store.findByStartKey(startKey);
    if (known !== undefined) return known;
    await this.turn(parent);
    const step = { runId: parent.id, stepKey: call.stepKey };
    const prepared = await this.records.record(parent, step, (recorded) =>
      asFailure(() => this.prepared(parent, authority, call, recorded)).catch((error: unknown) => {
        throw ofStep(error, call);
      }),
    );
    const child = { ...prepared, startKey, parentId: parent.id };
    try {
      if (!(await this.store.addChild(child, firstEvent(child)))) throw parentEnded(call);
    } catch (error) {
      // Of two processes that take themselves for the one that carries out the parent, one has written it down.
      const other = await this.store.findByStartKey(startKey);
      if (other !== undefined) return other;
      throw error;
    }
    this.news.began(child);
    return child;
  }

  /** Throws `StartAwaited` when runs of the account have begun as many as they may for now. */
  private async turn({ accountId }: Run): Promise<void> {
    try {
      await this.limits.take('child-run', accountId);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rate-limited') throw error;
      throw new StartAwaited(this.clock.now() + (error.extras.retryAfterMs ?? 0));
    }
  }

  private async prepared(
    parent: Run,
    authority: Authority,
    call: ChildCall,
    { scope }: RecordedStep,
  ): Promise<Run> {
    const { workflow, input, stepKey } = call;
    const { caller, state } = await authority.now();
    scope.principal = caller.principal;
    scope.approving = wayOf(parent, call);
    const depth = parent.depth + 1;
    if (depth > this.config.values.WORKFLOW_MAX_DEPTH)
      throw new Problem(
        'recursion-too-deep',
        `The workflow "${workflow}" would be run by ${String(parent.depth)} runs, one inside the other (WORKFLOW_MAX_DEPTH).`,
      );
    requireVersion(call, this.workflows.get(state, workflow).version);
    const asked = await askedOf(state, call);
    const guarded = { ...call, tool: workflow, server: workflowServer, arguments: input };
    const approval = { isGiven: (by: ApprovalDeciders) => authority.isApproved(guarded, by) };
    const admitted = await this.gate.admit(caller, { ...asked, arguments: input, approval }, scope);
    const { tokenId, userId } = parent;
    return this.preparation.prepare(state, workflow, (admitted.arguments ?? {}) as JsonValue, {
      ...{ tokenId, userId, depth, rootId: rootOf(parent), isDetached: call.isDetached },
      start: { kind: 'workflow', runId: parent.id, step: stepKey },
    });
  }

  private async output(parent: Run, authority: Authority, runId: string, call: ChildCall): Promise<Output> {
    const child = await this.store.find(runId);
    if (child !== undefined && !hasEnded(child)) return undefined;
    if (child?.status === 'completed') return { value: await this.shown(parent, authority, child, call) };
    const error = withoutKey(child?.error ?? withoutEnd(child, call));
    throw new WorkflowFailure({ ...error, instance: call.stepKey, run: runId });
  }

  /** What the rules of the app leave of it: it is the result of a tool like any other. */
  private async shown(
    parent: Run,
    authority: Authority,
    { output = null }: Run,
    call: ChildCall,
  ): Promise<typeof output> {
    const { caller, state } = await authority.now();
    const scope = CallScope.of(parent.accountId, parent.id);
    scope.principal = caller.principal;
    const { server, entry } = await askedOf(state, call);
    const params = { name: entry.original, arguments: call.input };
    const show = this.gate.showOwn(caller, server, params, scope);
    if (show === undefined) return output;
    const text = typeof output === 'string' ? output : JSON.stringify(output);
    const structuredContent = isJsonObject(output) ? output : { output };
    const left = await asFailure(async () =>
      toolValue(await show({ content: [{ type: 'text', text }], structuredContent }), call.maxBytes),
    );
    return !isJsonObject(output) && isJsonObject(left) ? (left['output'] ?? null) : left;
  }
}

async function askedOf(state: Authorised['state'], { workflow }: ChildCall) {
  const server = workflowsOf(state);
  const needsApproval = await begunInSlices(needingAppApproval(server, workflow));
  return { server, entry: { original: workflow, shown: { name: workflowTool(workflow) }, needsApproval } };
}

function startKeyOf({ id, attempt }: Run, { stepKey }: ChildCall): string {
  return createHash('sha256')
    .update(JSON.stringify(['child', id, attempt, stepKey]))
    .digest('hex');
}

function ofStep(error: unknown, { stepKey: instance }: ChildCall): unknown {
  return error instanceof WorkflowFailure ? new WorkflowFailure({ ...error.error, instance }) : error;
}

/** A run keeps to the config that it began with; the child has the definition that the app has now. */
function requireVersion({ workflow, version, stepKey }: ChildCall, now: string): void {
  if (version === undefined || version === now) return;
  const detail = `The workflow ${workflow} has version ${now} now, and not ${version}.`;
  throw WorkflowFailure.of('configuration', detail, stepKey);
}

function parentEnded({ stepKey }: ChildCall): WorkflowFailure {
  return WorkflowFailure.of('runtime', 'The run has ended meanwhile.', stepKey);
}

function withoutEnd(child: Run | undefined, { workflow, stepKey }: ChildCall): WorkflowFailure['error'] {
  const what = child === undefined ? 'is there no longer' : 'was cancelled';
  return WorkflowFailure.of('runtime', `The run of ${workflow} ${what}.`, stepKey).error;
}
