import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import { metaOfResult } from '../calls/call-meta.js';
import type { RunEvent } from '../runs/run-event.js';
import { RunWatch } from '../runs/run-watch.service.js';
import type { Run } from '../runs/run.js';
import { WorkflowRuns } from '../runs/workflow-runs.service.js';

export type Notify = (notification: RpcNotification) => void;

/** What a completed run yields, as the content of a tool's result. */
type Shape = (runId: string, output: unknown) => Pick<JsonObject, 'content' | 'structuredContent'>;

/** Runs that were called as tools, and what they answer. */
@Injectable()
export class RunResults {
  constructor(
    private readonly runs: WorkflowRuns,
    private readonly watch: RunWatch,
  ) {}

  /** The caller's leaving cancels the run, as it cancels a tool. When the time is over the run goes on, and the result says where. */
  async of(
    principal: Principal,
    run: Run,
    { timeoutMs, shape = asItIs }: { readonly timeoutMs: number; readonly shape?: Shape },
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
      return { message: { jsonrpc: '2.0', id: null, result: resultOf(run, end, shape) } };
    } finally {
      release();
    }
  }
}

const asItIs: Shape = (_, output) => ({
  content: [{ type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output) }],
  structuredContent: isJsonObject(output) ? output : { output },
});

function resultOf({ id: runId }: Run, end: RunEvent | undefined, shape: Shape): JsonObject {
  if (end?.type === 'run.completed')
    return { ...shape(runId, end.data['output']), _meta: metaOfResult(runId) };
  const told = end === undefined ? { runId, status: 'running' } : { runId, ...end.data };
  return {
    content: [{ type: 'text', text: JSON.stringify(told) }],
    structuredContent: told,
    ...(end === undefined ? {} : { isError: true }),
    _meta: metaOfResult(runId),
  };
}
