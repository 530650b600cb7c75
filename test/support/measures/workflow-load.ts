import type { Effects } from '../effects.js';
import { GatewayClient, type Json } from '../clients/gateway-client.js';
import type { GatewayLoad } from './gateway-load.js';
import { call, doing, listen, Workflows } from '../workflows/workflow-app.js';

const uncertain = 'uncertain';

/** An effect of its own for each run. When the process dies in the middle nobody knows of it, and it is not tried again. */
const effect = (suffix: string): Json => ({
  try: [{ act: call('effect', { name: `\${ $workflow.input.name & "-" & ${suffix} }` }) }],
  catch: {
    errors: { with: { type: '/problems/uncertain' } },
    do: [{ unknown: { set: `\${ "${uncertain}" }` } }],
  },
});

/** Seven effects, in turn, side by side and in a loop, with a pause and a signal in between. Its output names those that are done. */
export const effectsWorkflow = doing([
  { first: effect('"first"') },
  { read: call('echo', {}, { metadata: { idempotent: true } }) },
  { sides: { fork: { branches: [{ left: effect('"left"') }, { right: effect('"right"') }] } } },
  { pause: { wait: { milliseconds: 300 } } },
  { each: { for: { each: 'item', in: '${ [1, 2, 3] }' }, do: [{ handle: effect('$item') }] } },
  { ask: listen('go') },
  { last: effect('"last"') },
  {
    sum: {
      set: { effects: '${ $append($append([$steps.first, $steps.last], $steps.sides), $steps.each) }' },
    },
  },
]);

/** Starts runs of `effects`, the workflow above, with one key of its app, wherever the load goes. */
export class WorkflowLoad {
  /** Runs that somebody was told of. */
  readonly started: string[] = [];
  /** Effects of which nobody knows whether they were. */
  uncertain = 0;

  constructor(
    private readonly load: GatewayLoad,
    private readonly effects: Effects,
    private readonly appKey: string,
    private readonly goOn: () => boolean,
  ) {}

  /** Starts run after run, each sooner or later with its signal. */
  async runs(): Promise<void> {
    while (this.goOn()) {
      await pause(150);
      const run = await this.start(this.effects.newName('run'));
      if (run === undefined) continue;
      this.started.push(run);
      await this.signal(run);
    }
  }

  /** Waits a minute and a half until every run has ended; what those say that did not complete. */
  async end(): Promise<string[]> {
    const deadline = performance.now() + 90_000;
    const failures: string[] = [];
    for (const id of this.started) {
      let run = await this.run(id);
      while ((run === undefined || isOpen(run)) && performance.now() < deadline) {
        await pause(50);
        run = await this.run(id);
      }
      if (run?.['status'] === 'completed') this.acknowledge((run['output'] as { effects: string[] }).effects);
      else failures.push(JSON.stringify({ id, ...run }));
    }
    return failures;
  }

  private async run(id: string): Promise<Json | undefined> {
    const answer = await this.send((workflows) => workflows.get(`/runs/${id}`));
    return answer?.status === 200 ? answer.body : undefined;
  }

  /** A run that has ended heard one whose answer was lost. */
  private async signal(run: string): Promise<void> {
    for (;;) {
      const answer = await this.send((workflows) => workflows.post(run, 'signals/go'));
      if (answer?.status === 202 || answer?.body['code'] === 'run-ended') return;
      await pause(50);
    }
  }

  private acknowledge(names: readonly string[]): void {
    for (const name of names)
      if (name === uncertain) this.uncertain++;
      else this.effects.acknowledged.add(name);
  }

  /** Asks for a run until there is an answer that will not change. */
  private async start(name: string): Promise<string | undefined> {
    const headers = { 'idempotency-key': name };
    while (this.goOn()) {
      const answer = await this.send((workflows) =>
        workflows.execute('effects', { name }, { mode: 'async' }, headers),
      );
      if (answer?.status === 202) return String(answer.body['runId']);
      if (answer?.status === 409 && answer.body['code'] !== 'idempotency-running') return undefined;
      await pause(50);
    }
    return undefined;
  }

  private send(ask: (workflows: Workflows) => ReturnType<Workflows['get']>): ReturnType<GatewayLoad['send']> {
    return this.load.send(({ url }) => ask(new Workflows(new GatewayClient(url, this.appKey))));
  }
}

const isOpen = ({ status }: Json) => status === 'running' || status === 'waiting';

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
