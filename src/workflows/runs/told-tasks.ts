import { rememberedKinds } from '../interpreter/remembered-kinds.js';
import type { TaskInfo, TaskMoment } from '../interpreter/durable-context.port.js';
import { isLargerThan } from '../../kernel/json/json-size.js';
import { isUndone, isPartOf, rewindIn, type Rewind } from '../retries/rewind.js';
import type { RunEvent } from './run-event.js';
import type { RunStore } from './run-store.port.js';
import { failureEvents, stepFacts, type StepEvent } from './step-facts.js';

const eventsAtOnce = 500;
/** Ends of tasks without a failure, and failures, that are told of a run: a loop of them costs no time, and must not cost the disk. */
const mostTold = 1000;
const mostFailures = 1000;
/** Longer outputs of tasks are not shown. */
const mostShown = 1024;

/** What the readers of a run have heard of its tasks that make no step: those are carried out anew at each replay. */
export class ToldTasks {
  /** Number of the last event: a run has one from the beginning. */
  lastSeq = 1;
  private ends = 0;
  private failures = 0;
  private readonly told = new Map<string, TaskMoment['state']>();
  /** Numbers of the events by which they began. */
  private readonly starts = new Map<string, number>();

  /** Of a run that an earlier process carried out. */
  static async of(runId: string, store: Pick<RunStore, 'listEvents'>): Promise<ToldTasks> {
    const told = new ToldTasks();
    for (let after = 0; ; after = told.lastSeq) {
      const events = await store.listEvents(runId, after, eventsAtOnce);
      for (const event of events) told.add(event);
      told.lastSeq = events.at(-1)?.seq ?? told.lastSeq;
      if (events.length < eventsAtOnce) return told;
    }
  }

  /** Takes note of what was told. */
  private add({ type, seq, data }: RunEvent): void {
    const { step, kind, rewind } = data;
    if (type === 'run.started') {
      this.forgetFailures();
      this.undo(rewindIn(rewind));
      return;
    }
    if (typeof step !== 'string' || rememberedKinds.has(kind)) return;
    if (!this.starts.has(step)) this.starts.set(step, seq);
    if (type === 'step.started') this.told.set(step, 'started');
    else if (type === 'step.completed') {
      this.told.set(step, 'completed');
      this.ends++;
    } else if (type === 'step.failed') {
      this.told.set(step, 'failed');
      this.failures++;
    }
  }

  /** The events that are news. */
  eventsOf(key: string, task: TaskInfo, moment: TaskMoment): readonly StepEvent[] {
    const before = this.told.get(key);
    if (moment.state === 'started') {
      if (before !== undefined || this.ends >= mostTold) return [];
      this.told.set(key, 'started');
      return [{ type: 'step.started', data: stepFacts(key, task) }];
    }
    if (before === 'completed' || before === 'failed') return [];
    this.told.delete(key);
    if (moment.state === 'failed') {
      const isTold = before === 'started' || this.failures++ < mostFailures;
      return isTold ? failureEvents(key, task, moment.error, before === 'started') : [];
    }
    if (before !== 'started' && this.ends >= mostTold) return [];
    this.ends++;
    const { output } = moment;
    const isShown = output !== undefined && !isLargerThan(output, mostShown);
    return [{ type: 'step.completed', data: { ...stepFacts(key, task), ...(isShown ? { output } : {}) } }];
  }

  /** The run begins anew at a step: that and what came after it is told again, and how those around it end. */
  private undo(rewind: Rewind | undefined): void {
    if (rewind === undefined) return;
    for (const [key, seq] of this.starts)
      if (isUndone(key, seq, rewind) || isPartOf(rewind.to, key)) {
        this.told.delete(key);
        this.starts.delete(key);
      }
  }

  /** The run is tried again: what failed may come to another end. */
  private forgetFailures(): void {
    for (const [key, state] of this.told) if (state === 'failed') this.told.delete(key);
  }
}
