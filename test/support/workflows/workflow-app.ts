import { ScheduleTicker } from '../../../src/workflows/schedules/schedule-ticker.service.js';
import type { Keeper } from '../closing.js';
import { EventReader } from '../clients/event-reader.js';
import type { GatewayOptions, TestGateway } from '../gateway.js';
import type { Answer, GatewayClient, Json } from '../clients/gateway-client.js';
import { appWith, type TestApp } from '../clients/sdk-apps.js';
import type { ScriptedHttp, ScriptedTool } from '../upstreams/scripted-http.js';
import { waitFor } from '../wait-for.js';

const base = '/api/sdk/workflows';

/** For gateways that run workflows: a busy machine may keep a thread waiting for longer than the half second that expressions have. */
export const workflowEnv = { WORKFLOW_EXPRESSION_MS: 20_000 } as const;

/** A document that does these tasks. */
export const doing = (tasks: readonly Json[], more: Json = {}): Json => ({
  document: { dsl: '1.0.3', namespace: 'test', name: 'test', version: '1.2.3', title: 'A test' },
  evaluate: { language: 'jsonata' },
  do: tasks,
  ...more,
});

/** A call of a tool of the server `one`. */
export const call = (name: string, args: Json = {}, more: Json = {}): Json => ({
  call: `${name}@one`,
  with: args,
  ...more,
});

export const listen = (type: string): Json => ({ listen: { to: { one: { with: { type } } } } });

/** Begins the runs that are due, which a gateway looks for twice a second. */
export const beginDueRuns = ({ app }: TestGateway): Promise<void> =>
  app.get(ScheduleTicker, { strict: false }).look();

/** A probe for `waitFor` that slows down: requests cost more than what a test saves by probing often. */
function slowingDown<T>(probe: () => Promise<T>): () => Promise<T> {
  let probes = 0;
  return async () => {
    if (++probes > 8) await new Promise((resolve) => setTimeout(resolve, Math.min(probes, 40)));
    return probe();
  };
}

/** Runs workflows of an app with one token. */
export class Workflows {
  constructor(readonly client: GatewayClient) {}

  get(path = '', query = ''): Promise<Answer> {
    return this.client.json(`${base}${path}${query}`);
  }

  execute(workflow: string, input: Json = {}, more: Json = {}, headers: Record<string, string> = {}) {
    return this.client.json(`${base}/execute`, { body: { workflow, input, ...more }, headers });
  }

  /** Starts a run and leaves it alone; its id. */
  async start(workflow: string, input: Json = {}): Promise<string> {
    const { status, body, text } = await this.execute(workflow, input, { mode: 'async' });
    if (status !== 202) throw new Error(text);
    return String(body['runId']);
  }

  async run(id: string): Promise<Json> {
    return (await this.get(`/runs/${id}`)).body;
  }

  post(id: string, what: string, body: Json = {}): Promise<Answer> {
    return this.client.json(`${base}/runs/${id}/${what}`, { body });
  }

  /** The run once it stands like this. */
  reaches(id: string, status: string, timeoutMs?: number): Promise<Json> {
    return waitFor(
      `${id} to be ${status}`,
      slowingDown(async () => {
        const run = await this.run(id);
        return run['status'] === status && run;
      }),
      timeoutMs,
    );
  }

  /** The steps of the run, once there is one of this name and state. */
  reachesStep(id: string, name: string, status: string): Promise<Json> {
    return waitFor(
      `${name} to be ${status}`,
      slowingDown(async () => {
        const steps = (await this.run(id))['steps'] as Json[];
        return steps.find((step) => step['name'] === name && step['status'] === status);
      }),
    );
  }

  /** Answers the step that waits for an approval, once there is one. */
  async approve(id: string, data: unknown = true): Promise<Answer> {
    return this.post(id, 'signals/approval', { approval: await this.awaitedApproval(id), data });
  }

  /** Id of the approval that a step waits for, once there is one. */
  awaitedApproval(id: string): Promise<string> {
    return waitFor(
      `${id} to wait for an approval`,
      slowingDown(async () => {
        const steps = (await this.run(id))['steps'] as Json[] | undefined;
        const waiting = steps?.find(
          ({ status, approvalId }) => status === 'waiting' && approvalId !== undefined,
        );
        return waiting?.['approvalId'] as string | undefined;
      }),
    );
  }

  async stream(workflow: string, input: Json = {}): Promise<EventReader> {
    return new EventReader(
      await this.client.fetch(`${base}/execute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ workflow, input }),
      }),
    );
  }

  async events(id: string, lastEventId?: string): Promise<EventReader> {
    const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    return new EventReader(await this.client.fetch(`${base}/runs/${id}/events`, { headers }));
  }
}

/** An app with one server, `one`, and these workflows. */
export async function workflowApp(
  open: Keeper,
  tools: readonly ScriptedTool[],
  workflows: Json,
  { policies, env, ...options }: Pick<GatewayOptions, 'env' | 'clock'> & { readonly policies?: Json } = {},
): Promise<{ gateway: TestGateway; app: TestApp; one: ScriptedHttp; workflows: Workflows }> {
  const { gateway, app, upstreams } = await appWith(
    open,
    { one: tools },
    {
      config: { workflows, ...(policies === undefined ? {} : { policies }) },
      env: { ...workflowEnv, ...env },
      ...options,
    },
  );
  return { gateway, app, one: upstreams['one'] as ScriptedHttp, workflows: new Workflows(app) };
}
