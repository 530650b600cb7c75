import type { Connection, RequestOptions } from './connection.js';
import { allPages } from './pages.js';
import { GantryProblem, toProblem } from './problem.js';

const base = '/api/sdk/workflows';

/** A workflow that the app can run. */
export interface Workflow {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly summary?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly tools: readonly string[];
}

interface WorkflowPage {
  readonly workflows: readonly Workflow[];
  readonly nextCursor?: string;
}

/** How a run stands. `failed`: the workflow ran and failed, `error` is a problem object. */
export interface WorkflowRun {
  readonly runId: string;
  readonly status: string;
  readonly output?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
}

interface RunPage {
  readonly runs: readonly WorkflowRun[];
  readonly nextCursor?: string;
}

/** Which runs `runs` tells of. */
export interface WantedRuns {
  readonly workflow?: string;
  /** `running`, `waiting`, `completed`, `failed` or `cancelled`. */
  readonly status?: string;
  /** What began them: `user`, `key`, `schedule`, `webhook`, `event` or `workflow`. */
  readonly startedBy?: string;
  /** Begun then or later: RFC 3339, or a date. */
  readonly since?: string;
  /** Begun before then. */
  readonly until?: string;
}

/** How a run is tried again. */
export interface RunRetry {
  /** JSON pointer of a task in the document, or the `key` of a step. */
  readonly from?: string;
  /** In place of the input that it had. */
  readonly input?: unknown;
  /** The definition with which it began (`run`), or the one that the app has now. */
  readonly definition?: 'run' | 'current';
}

/** Something that happened in a run: `run.started`, `step.completed`, `wait.required`, `run.failed`… */
export interface WorkflowEvent {
  readonly type: string;
  /** Grows; where to go on from. */
  readonly id?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ExecuteOptions extends RequestOptions {
  /** `async` answers as soon as the run is accepted. */
  readonly mode?: 'sync' | 'async';
  /** The same key gives the same run; one is made up when absent. */
  readonly idempotencyKey?: string;
}

/** The workflows of an app. */
export class Workflows {
  constructor(private readonly connection: Connection) {}

  async list(options: RequestOptions = {}): Promise<readonly Workflow[]> {
    return allPages(
      async ({ limit, cursor }) => {
        const query = { limit: String(limit), ...(cursor === undefined ? {} : { cursor }) };
        return (await this.connection.json('GET', base, { ...options, query })) as WorkflowPage;
      },
      ({ workflows }) => workflows,
    );
  }

  /** One workflow, with its document for people who may read the config of the app. */
  async get(
    workflow: string,
    options: RequestOptions = {},
  ): Promise<Workflow & { readonly document?: Readonly<Record<string, unknown>> }> {
    return (await this.connection.json(
      'GET',
      `${base}/${encodeURIComponent(workflow)}`,
      options,
    )) as Workflow;
  }

  /** Runs a workflow. With `timeoutMs` the answer comes after that time at the latest; the run then goes on and `status` says so. */
  async execute(workflow: string, input: unknown = {}, options: ExecuteOptions = {}): Promise<WorkflowRun> {
    const { mode, timeoutMs, signal, idempotencyKey = crypto.randomUUID() } = options;
    const answer = await this.connection.json('POST', `${base}/execute`, {
      body: {
        workflow,
        input,
        ...(mode === undefined ? {} : { mode }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
      idempotencyKey,
      // The gateway answers in time by itself.
      timeoutMs: (timeoutMs ?? 24 * 3_600_000) + 5000,
      ...(signal === undefined ? {} : { signal }),
    });
    return answer as WorkflowRun;
  }

  /** Runs a workflow and tells of it. Leaving the loop leaves the run alone; `cancel` ends it. */
  async *stream(
    workflow: string,
    input: unknown = {},
    options: Pick<RequestOptions, 'signal'> = {},
  ): AsyncGenerator<WorkflowEvent> {
    const body = { workflow, input, mode: 'stream' };
    for await (const { event, data, id } of this.connection.events(`${base}/execute`, body, options)) {
      const value = JSON.parse(data) as Record<string, unknown>;
      if (event === 'error') throw toProblem(value);
      yield { type: event, data: value, ...(id === undefined ? {} : { id }) };
      if (/^run\.(completed|failed|cancelled)$/.test(event)) return;
    }
    throw new GantryProblem('broken-stream', 0, 'The answer broke off before the end of the run');
  }

  /** The newest runs of the app, `limit` (50) at most. */
  async runs(
    { limit = 50, ...filter }: WantedRuns & { readonly limit?: number } = {},
    options: RequestOptions = {},
  ): Promise<readonly WorkflowRun[]> {
    const runs: WorkflowRun[] = [];
    for (let cursor: string | undefined; runs.length < limit;) {
      const query = {
        ...{ ...filter, limit: String(Math.min(200, limit - runs.length)) },
        ...(cursor === undefined ? {} : { cursor }),
      };
      const page = (await this.connection.json('GET', `${base}/runs`, { ...options, query })) as RunPage;
      runs.push(...page.runs);
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    return runs;
  }

  /** One run with its steps. */
  async run(
    runId: string,
    options: RequestOptions = {},
  ): Promise<WorkflowRun & Readonly<Record<string, unknown>>> {
    const answer = await this.connection.json('GET', `${base}/runs/${encodeURIComponent(runId)}`, options);
    return answer as WorkflowRun & Readonly<Record<string, unknown>>;
  }

  /** Asks a run to stop. */
  async cancel(runId: string, options: RequestOptions = {}): Promise<WorkflowRun> {
    return (await this.connection.json(
      'POST',
      `${base}/runs/${encodeURIComponent(runId)}/cancel`,
      options,
    )) as WorkflowRun;
  }

  /** Runs again where it stopped, or `from` a step; what was finished before is not repeated. */
  async retry(runId: string, wanted: RunRetry = {}, options: RequestOptions = {}): Promise<WorkflowRun> {
    const path = `${base}/runs/${encodeURIComponent(runId)}/retry`;
    return (await this.connection.json('POST', path, { ...options, body: { ...wanted } })) as WorkflowRun;
  }

  /** Sends what a run waits for: a signal or an approval. */
  async signal(
    runId: string,
    type: string,
    data?: unknown,
    options: RequestOptions = {},
  ): Promise<WorkflowRun> {
    const path = `${base}/runs/${encodeURIComponent(runId)}/signals/${encodeURIComponent(type)}`;
    return (await this.connection.json('POST', path, {
      ...options,
      body: data === undefined ? {} : { data },
    })) as WorkflowRun;
  }
}
