import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { noTaskAt } from '../definition/find-task.js';
import type { WorkflowDefinition } from '../definition/workflow-definition.js';
import { takenSignals, type JournalEntry } from '../engine/journal/journal-entry.js';
import { JournalStore } from '../engine/journal/journal-store.port.js';
import { isAnswer } from '../interpreter/approvals/approval-awaited.js';
import { pathOf } from '../interpreter/error-places.js';
import { RunStore } from '../runs/run-store.port.js';
import type { Run } from '../runs/run.js';
import type { Rewind } from './rewind.js';
import { StepStarts } from './step-starts.js';
import { eventSignalPrefix } from '../events/event-signal.js';
import { undoneEntries } from './undone-entries.js';

const eventsAtOnce = 500;

/** What a run remembers, cut back. Everything joins the transaction that is open. */
@Injectable()
export class RunJournal {
  constructor(
    private readonly store: RunStore,
    private readonly entries: JournalStore,
  ) {}

  /** The way back to a step: a pointer into the document means the first visit. Throws `step-not-found`. */
  async rewindTo({ id }: Run, from: string, definition: WorkflowDefinition): Promise<Rewind> {
    const starts = await this.startsOf(id);
    const to = from.startsWith('/') ? visitOf(from, definition, starts) : from;
    const since = to === undefined ? undefined : starts.get(to);
    if (to === undefined || since === undefined) throw stepNotFound(from, definition, starts);
    return { to, since, branches: branchesAround(to, definition) };
  }

  /** Forgets the step and what came after it. Signals that were taken there, and approvals that were used, are good for nothing more. */
  async rewind(runId: string, rewind: Rewind): Promise<void> {
    const undone = undoneEntries(await this.entries.list(runId), rewind, await this.startsOf(runId));
    await this.remove(runId, undone);
    const taken = new Set(takenSignals(undone));
    const signals = await this.store.listSignalNames(runId);
    for (const { id, type, usedFor } of signals)
      if (isTakenOnce(type) && (taken.has(id) || usedFor !== null)) await this.store.spendSignal(id, type);
  }

  /** Forgets that steps and waits began which were cancelled: they begin anew. */
  async forgetOpen(runId: string): Promise<void> {
    const entries = await this.entries.list(runId);
    const isBegin = ({ kind }: JournalEntry) => kind === 'mark' || kind === 'wait';
    const ended = new Set(entries.filter((entry) => !isBegin(entry)).map(({ key }) => key));
    await this.remove(
      runId,
      entries.filter((entry) => isBegin(entry) && !ended.has(entry.key)),
    );
  }

  private async remove(runId: string, entries: readonly JournalEntry[]): Promise<void> {
    const places = entries.map(({ place }) => place);
    for (let start = 0; start < places.length; start += eventsAtOnce)
      await this.entries.remove(runId, places.slice(start, start + eventsAtOnce));
  }

  private async startsOf(runId: string): Promise<StepStarts> {
    const starts = new StepStarts();
    for (let after = 0; ;) {
      const events = await this.store.listEvents(runId, after, eventsAtOnce);
      for (const event of events) starts.add(event);
      after = events.at(-1)?.seq ?? after;
      if (events.length < eventsAtOnce) return starts;
    }
  }
}

function visitOf(from: string, { pointers }: WorkflowDefinition, starts: StepStarts): string | undefined {
  const [path] = [...pointers].find(([, pointer]) => pointer === from) ?? [];
  return path === undefined ? undefined : starts.firstOf(path);
}

/** Keys of the branches that a step is in, those that are far around it first. */
function branchesAround(key: string, { branching }: WorkflowDefinition): string[] {
  const names = key.split('/');
  return names.flatMap((_, index) => {
    const task = branching.get(pathOf(names.slice(0, index).join('/')));
    const isNumber = /^\d+$/.test(names[index - 1] ?? '');
    const isBranch = task !== undefined && (task.kind === 'fork' || task.concurrency > 1);
    return isBranch && !isNumber ? [names.slice(0, index + 1).join('/')] : [];
  });
}

function stepNotFound(from: string, { pointers }: WorkflowDefinition, starts: StepStarts): Problem {
  const visited = starts.paths();
  const reached = [...pointers].flatMap(([path, pointer]) => (visited.has(path) ? [pointer] : []));
  const isTask = [...pointers.values()].includes(from);
  const wrong = isTask ? 'is a task that the run did not come to.' : 'is no step of the run.';
  const detail = `${wrong}${noTaskAt(from, reached)}`;
  return new Problem('step-not-found', `The run has no step ${from.slice(0, 256)}.`, {
    errors: [{ pointer: '/from', detail }],
  });
}

/** What somebody decided about a call stays decided, and what is spent stays so. */
function isTakenOnce(type: string): boolean {
  return !type.includes('/') || type.startsWith(eventSignalPrefix) || isAnswer(type);
}
