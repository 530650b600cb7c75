import { GantryProblem, toProblem } from '../../client/problem.js';
import type { Gateway } from '../http/gateway.js';
import type { JsonObject } from '../project/json-value.js';

/** How a run stands. */
export interface RunState {
  readonly runId?: string;
  readonly status: string;
  readonly output?: unknown;
  /** A problem object. */
  readonly error?: JsonObject;
}

/** Something that happened in a run: `step.completed`, `run.failed`… */
export interface RunEvent {
  readonly event: string;
  readonly data: JsonObject;
}

const path = '/api/sdk/workflows/execute';

/** Runs of workflows of one app. */
export class Workflows {
  constructor(
    private readonly gateway: Gateway,
    private readonly query: { readonly app?: string },
  ) {}

  /** `inputSchema` of a workflow, if it has one. */
  async inputSchema(workflow: string): Promise<JsonObject | undefined> {
    const { body } = await this.gateway.ask('get', '/api/sdk/workflows', {
      query: { ...this.query, limit: 200 },
    });
    const { workflows } = body as { workflows: readonly { name: string; inputSchema?: JsonObject }[] };
    return workflows.find(({ name }) => name === workflow)?.inputSchema;
  }

  /** Starts a run and leaves it alone. */
  async start(workflow: string, input: JsonObject): Promise<RunState> {
    const body = { workflow, input, mode: 'async' };
    return (await this.gateway.ask('post', path, { query: this.query, body, idempotent: true }))
      .body as RunState;
  }

  /** Starts a run and follows it to its end. `onEvent` hears of everything, the first event says the id. */
  async follow(workflow: string, input: JsonObject, onEvent: (event: RunEvent) => void): Promise<RunState> {
    const body = { workflow, input, mode: 'stream' };
    for await (const { event, data } of this.gateway.stream('post', path, { query: this.query, body })) {
      const value = JSON.parse(data) as JsonObject;
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
