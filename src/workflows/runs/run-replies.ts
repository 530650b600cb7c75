import type { Page } from '../../kernel/page.js';
import { Reply, StreamReply } from '../../platform/http/answers/reply.js';
import { shuttingDown, type RequestContext } from '../../platform/http/request-context.js';
import type { RunEvent } from './run-event.js';
import { runProblem } from './run-problem.js';
import type { RunFollower } from './run-follower.js';
import type { RunStep, RunDetails } from './run-steps.js';
import type { Run } from './run.js';

const instant = (at: number) => new Date(at).toISOString();

/** A run as answers give it. */
function toRun(run: Run): object {
  const { id, workflow, version, configVersion, status, attempt } = run;
  const { createdAt, endedAt, output, error, parentId, start } = run;
  return {
    ...{ runId: id, workflow, version, configVersion, status, attempt },
    startedBy: toStart(run),
    ...(parentId === null ? {} : { parent: { runId: parentId, step: start.step } }),
    createdAt: instant(createdAt),
    ...(endedAt === null ? {} : { endedAt: instant(endedAt) }),
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error: runProblem(error) }),
  };
}

/** What began a run, and as whom it acts. */
function toStart({ start: { dueAt, ...start }, userId, tokenId }: Run): object {
  return {
    ...start,
    ...(dueAt === undefined ? {} : { dueAt: instant(dueAt) }),
    ...(userId === null ? {} : { userId }),
    tokenId,
  };
}

export function toRunPage({ items, nextCursor }: Page<Run>): object {
  return { runs: items.map(toRun), ...(nextCursor === undefined ? {} : { nextCursor }) };
}

export function toRunWithSteps({ run, steps, more, children }: RunDetails): object {
  return { ...toRun(run), input: run.input, steps: steps.map(toStep), more, children: children.map(toChild) };
}

/** A run as that which it is a step of shows it. */
function toChild({ id: runId, workflow, status, start: { step }, isDetached }: Run): object {
  return { runId, workflow, status, step, awaited: !isDetached };
}

function toStep({ startedAt, endedAt, ...step }: RunStep): object {
  return {
    ...step,
    startedAt: instant(startedAt),
    ...(endedAt === undefined ? {} : { endedAt: instant(endedAt) }),
  };
}

/** That something was accepted. */
export function acceptedReply({ id, status }: Run): Reply {
  return Reply.json({ runId: id, status }, 202, { location: `/api/sdk/workflows/runs/${id}` });
}

/** How a run ended, or that it goes on. */
export function endReply(run: Run, end: RunEvent | undefined): Reply {
  return end === undefined ? acceptedReply(run) : Reply.json(end.data);
}

/** The events of a run from `after` on, until its end. The reader's leaving changes nothing for the run. */
export function eventReply(
  watch: RunFollower,
  runId: string,
  after: number,
  context: RequestContext,
): StreamReply {
  context.isEndless = true;
  return new StreamReply(async (stream) => {
    const ready = () => stream.drained();
    const end = await watch.follow(runId, { after, scope: context, ready }, ({ type, seq, at, data }) => {
      stream.send(type, { ...data, at: instant(at) }, String(seq));
    });
    // The token is dead, or the process stops: then the reader goes on elsewhere, from the last id.
    if (end === undefined && stream.open)
      stream.send('error', context.bodyOf(context.stopReason ?? shuttingDown()));
  });
}
