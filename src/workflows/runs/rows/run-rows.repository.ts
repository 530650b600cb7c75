import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';
import type { WorkflowError } from '../../interpreter/workflow-error.js';
import type { BoundCall } from '../../interpreter/tool-access.port.js';
import type { RunChange } from '../run-store.port.js';
import type { Run, StoredSignal } from '../run.js';
import type { WorkflowRunEntity } from './workflow-run.entity.js';
import type { WorkflowSignalEntity } from './workflow-signal.entity.js';

/** Of a run that ends at `at`: when somebody has to tell the runs which it is part of, or which are part of it. */
export const concernsOthers = (at: number): string => `CASE WHEN "parentId" IS NOT NULL
  OR EXISTS (SELECT 1 FROM workflow_runs AS child WHERE child."parentId" = workflow_runs.id) THEN ${String(at)} END`;

/** Of one that has been tried again meanwhile, the steps under way are its own again. */
export const hasEndedParent =
  'EXISTS (SELECT 1 FROM workflow_runs AS parent WHERE parent.id = run.parentId AND parent.status IN (:...ended))';

/** The run that has it as a step, or that began all of this, needs what became of it, or counts it. */
export const hasOpenAncestor =
  'EXISTS (SELECT 1 FROM workflow_runs AS other WHERE other.id IN (run.parentId, run.rootId) AND other.status IN (:...open))';

/** A run that is put aside while news has come for it is looked at all the same. */
export function unlessDue({ status, wakeAt }: RunChange): { wakeAt?: () => string } {
  if (status !== 'waiting') return {};
  return { wakeAt: () => `coalesce("wakeAt", ${String(wakeAt ?? 'NULL')})` };
}

/** What a run has grown by is added to what is there. */
export function ifGrown({ grownBytes = 0 }: RunChange): { bytes?: () => string } {
  return grownBytes === 0 ? {} : { bytes: () => `bytes + ${String(Math.round(grownBytes))}` };
}

/** What a change writes. */
export function toColumns({
  input,
  output,
  forgetsOutput,
  error,
  grownBytes: _grownBytes,
  ...change
}: RunChange): Partial<WorkflowRunEntity> {
  return {
    ...change,
    ...(input === undefined ? {} : { input: JSON.stringify(input) }),
    ...(forgetsOutput === true ? { output: null } : {}),
    ...(output === undefined ? {} : { output: JSON.stringify(output) }),
    ...(error === undefined ? {} : { error: error === null ? null : JSON.stringify(error) }),
  };
}

export type RunRow = Pick<WorkflowRunEntity, keyof WorkflowRunEntity>;

/** The row of a new run. */
export function toRow({ start: { kind, ...details }, document, ...run }: Run): RunRow {
  return {
    ...run,
    document: document === undefined ? null : JSON.stringify(document),
    input: JSON.stringify(run.input),
    ...{ output: null, error: null, wakeAt: null, token: null, workerId: null, isRemoved: false },
    startKind: kind,
    startDetails: Object.keys(details).length === 0 ? null : JSON.stringify(details),
  };
}

/** A row as a run. */
export function toRun({
  input,
  output,
  error,
  wakeAt: _wakeAt,
  token: _token,
  workerId: _workerId,
  isRemoved: _isRemoved,
  ...columns
}: WorkflowRunEntity): Run {
  const { startKind, startDetails, document, ...row } = columns;
  return {
    ...row,
    start: {
      ...(startDetails === null ? {} : (JSON.parse(startDetails) as object)),
      kind: startKind ?? (row.userId === null ? 'key' : 'user'),
    },
    ...(document === null ? {} : { document: JSON.parse(document) as JsonObject }),
    input: JSON.parse(input) as JsonValue,
    ...(output === null ? {} : { output: JSON.parse(output) as JsonValue }),
    ...(error === null ? {} : { error: JSON.parse(error) as WorkflowError }),
  };
}

/** A row as a signal. */
export function toSignal({ data, boundTo, ...row }: WorkflowSignalEntity): StoredSignal {
  return {
    ...row,
    data: JSON.parse(data) as JsonValue,
    boundTo: boundTo === null ? null : (JSON.parse(boundTo) as BoundCall),
  };
}
