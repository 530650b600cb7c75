import { GantryProblem, toProblem } from '../../client/problem.js';
import type { Gateway } from '../http/gateway.js';
import type { ConfigObject } from '../project/json-value.js';

/** How a run stands. */
export interface ShownRunState {
  readonly runId?: string;
  readonly status: string;
  readonly output?: unknown;
  /** A problem object. */
  readonly error?: ConfigObject;
}

/** Something that happened in a run: `step.completed`, `run.failed`… */
export interface ShownRunEvent {
  readonly event: string;
  readonly data: ConfigObject;
}

const path = '/api/sdk/workflows/execute';

/** Runs of workflows of one app. */
export class WorkflowApi {
  constructor(
    private readonly gateway: Gateway,
    private readonly query: { readonly app?: string },
  ) {}

  /** `inputSchema` of a workflow, if it has one. */
  async inputSchema(workflow: string): Promise<ConfigObject | undefined> {
    const { body } = await this.gateway.ask('get', '/api/sdk/workflows', {
      query: { ...this.query, limit: 200 },
    });
    const { workflows } = body as { workflows: readonly { name: string; inputSchema?: ConfigObject }[] };
    return workflows.find(({ name }) => name === workflow)?.inputSchema;
  }

  /** Starts a run and leaves it alone. */
  async start(workflow: string, input: ConfigObject): Promise<ShownRunState> {
    const body = { workflow, input, mode: 'async' };
    return (await this.gateway.ask('post', path, { query: this.query, body, idempotent: true }))
      .body as ShownRunState;
  }

  /** Starts a run and follows it to its end. `onEvent` hears of everything, the first event says the id. */
  async follow(
    workflow: string,
    input: ConfigObject,
    onEvent: (event: ShownRunEvent) => void,
  ): Promise<ShownRunState> {
    const body = { workflow, input, mode: 'stream' };
    for await (const { event, data } of this.gateway.stream('post', path, { query: this.query, body })) {
      const value = JSON.parse(data) as ConfigObject;
      onEvent({ event, data: value });
      if (event === 'error') throw toProblem(value);
      const end = /^run\.(completed|failed|cancelled)$/.exec(event);
      if (end !== null) return { ...value, status: String(end[1]) };
    }
    throw new GantryProblem('broken-stream', 0, 'The answer broke off before the end of the run');
  }

  /** Asks a run to stop. */
  async cancel(runId: string): Promise<void> {
    await this.gateway.ask('post', `/api/sdk/workflows/runs/${encodeURIComponent(runId)}/cancel`, {
      query: this.query,
    });
  }
}
