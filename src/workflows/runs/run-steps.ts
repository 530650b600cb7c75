import type { JsonObject } from '../../kernel/json/json.js';
import { isUndone, isPartOf, rewindIn, type Rewind } from '../retries/rewind.js';
import type { RunEvent } from './run-event.js';
import type { Run } from './run.js';

export const stepStatuses = ['running', 'waiting', 'completed', 'failed'] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** A step of a run as it stands. Times in milliseconds since the epoch. */
export interface RunStep {
  /** Path in the document with the numbers of loops and attempts; sent to the tool in `_meta`. */
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly tool?: string;
  /** Of a call, without what looks like a secret; absent when they are long. */
  readonly arguments?: JsonObject;
  readonly status: StepStatus;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** What it waits for: the type of a signal, or `time`. */
  readonly waitsFor?: string;
  /** The run that it waits for, or has waited for, and of which workflow. */
  readonly run?: string;
  readonly workflow?: string;
  /** The call that an approval is waited for: `step`, `tool`, and `arguments` or, as long as they are not known, `with`. */
  readonly approvalFor?: JsonObject;
  /** Of a `listen` for an approval: what an approval names that answers it. */
  readonly approvalId?: string;
  /** When the wait ends by itself. */
  readonly until?: string;
  readonly output?: unknown;
  readonly error?: JsonObject;
  readonly progress?: JsonObject;
}

/** A run with its steps, as many as fit into an answer. */
export interface RunDetails {
  readonly run: Run;
  readonly steps: readonly RunStep[];
  /** Runs that its steps have begun, in the order in which they did: the last hundred of them. */
  readonly children: readonly Run[];
  /** Whether there are more. */
  readonly more: boolean;
}

/** The steps that events tell of, in the order in which they began. */
export class RunSteps {
  private readonly steps = new Map<string, RunStep>();
  /** Numbers of the events by which they began. */
  private readonly starts = new Map<string, number>();
  /** Keys of those under way. */
  private readonly open = new Set<string>();

  get size(): number {
    return this.steps.size;
  }

  add({ type, at, seq, data }: RunEvent): void {
    const { step, error, output, progress } = data;
    const rewind = rewindIn(data['rewind']);
    if (rewind !== undefined) this.undo(rewind);
    if (typeof step !== 'string') return;
    const known = this.steps.get(step) ?? begun(data, at, type);
    if (!this.starts.has(step)) this.starts.set(step, seq);
    if (type === 'step.started' || type === 'wait.required') {
      this.steps.set(step, begun(data, at, type));
      this.open.add(step);
      return;
    }
    if (type === 'step.progress') {
      this.steps.set(step, { ...known, progress: progress as JsonObject });
      return;
    }
    this.steps.set(step, {
      ...known,
      endedAt: at,
      ...(type === 'step.completed'
        ? { status: 'completed', ...(output === undefined ? {} : { output }) }
        : { status: 'failed', error: error as JsonObject }),
    });
    this.open.delete(step);
    this.closeWithin(step, at);
  }

  /** The run begins anew at one of them: those around it go on, what came after it is not there yet. */
  private undo(rewind: Rewind): void {
    for (const [key, seq] of this.starts)
      if (isUndone(key, seq, rewind) && !isPartOf(rewind.to, key)) this.drop(key);
    this.drop(rewind.to);
  }

  private drop(key: string): void {
    this.steps.delete(key);
    this.starts.delete(key);
    this.open.delete(key);
  }

  /** What was under way in a task that has ended has ended with it: a branch that lost, say. */
  private closeWithin(around: string, endedAt: number): void {
    for (const key of this.open) {
      const step = this.steps.get(key);
      if (step === undefined || key === around || !isPartOf(key, around)) continue;
      this.steps.set(key, closed(step, endedAt, 'The task around it ended before the step did'));
      this.open.delete(key);
    }
  }

  /** Of a run that has ended at `endedAt` none is under way. */
  list(endedAt: number | null): RunStep[] {
    const steps = [...this.steps.values()];
    return endedAt === null
      ? steps
      : steps.map((step) => closed(step, endedAt, 'The run ended before the step did'));
  }
}

function closed(step: RunStep, endedAt: number, title: string): RunStep {
  if (step.status !== 'running' && step.status !== 'waiting') return step;
  return { ...step, status: 'failed', endedAt, error: { title } };
}

function begun(data: JsonObject, at: number, type: RunEvent['type']): RunStep {
  const {
    step,
    name,
    kind,
    tool,
    type: waitsFor,
    until,
    run,
    workflow,
    approvalId,
  } = data as Readonly<Record<string, string>>;
  return {
    ...{ key: step ?? '', name: name ?? '', kind: kind ?? '' },
    ...(tool === undefined ? {} : { tool }),
    ...{ status: type === 'wait.required' ? 'waiting' : 'running', startedAt: at },
    ...(waitsFor === undefined ? {} : { waitsFor }),
    ...(until === undefined ? {} : { until }),
    ...(approvalId === undefined ? {} : { approvalId }),
    ...(run === undefined ? {} : { run }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(data['arguments'] === undefined ? {} : { arguments: data['arguments'] as JsonObject }),
    ...(data['approvalFor'] === undefined ? {} : { approvalFor: data['approvalFor'] as JsonObject }),
  };
}
