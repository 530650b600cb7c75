import { AppsClient } from '../clients/apps-client.js';
import type { Effects } from '../effects.js';
import type { Answer, GatewayClient } from '../clients/gateway-client.js';
import { NativeClient } from '../clients/native-client.js';

/** Answers after which the same request may be made again. */
const passing = new Set([409, 429, 502, 503, 504]);

/** What the callers of a soak do, each for as long as it is told to, and what they saw. */
export class GatewayLoad {
  /** How many answers had each status; 0 stands for a connection that broke. */
  readonly statuses = new Map<number, number>();
  /** Answers that no caller should ever get. */
  readonly faults: string[] = [];

  constructor(
    /** Where the next request goes; another one each time behind a balancer. */
    private readonly client: () => GatewayClient,
    private readonly effects: Effects,
    private readonly goOn: () => boolean,
  ) {}

  /** Requests that were answered, or not. */
  get requests(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Calls without a key: at most one effect each, and exactly one where it was told so. */
  async calls(): Promise<void> {
    while (this.goOn()) {
      await pause(5);
      const name = this.effects.newName('call');
      const answer = await this.send((client) => client.call('s', 'effect', { name }));
      if (answer?.status === 200) this.effects.acknowledged.add(name);
    }
  }

  /** Calls with a key, repeated until there is an answer that will not change. */
  async keyedCalls(): Promise<void> {
    while (this.goOn()) {
      const name = this.effects.newName('keyed');
      const headers = { 'idempotency-key': name };
      for (let done = false; !done && this.goOn();) {
        const answer = await this.send((client) => client.call('s', 'effect', { name }, {}, { headers }));
        if (answer?.status === 200) this.effects.acknowledged.add(name);
        const undecided = answer === undefined || answer.status === 429 || answer.status === 503;
        done = !undecided && answer.body['code'] !== 'idempotency-running';
        if (!done) await pause(20);
      }
    }
  }

  /** Lists, fresh and kept, resources, prompts and pings. */
  async reads(): Promise<void> {
    const paths = ['tools', 'tools?refresh=true', 'resources', 'prompts', 'ping'];
    for (let index = 0; this.goOn(); index++) {
      await this.send((client) => client.mcp('s', paths[index % paths.length] ?? 'tools'));
      await pause(5);
    }
  }

  /** Calls of a child process, streamed and plain. */
  async childCalls(): Promise<void> {
    while (this.goOn()) {
      await pause(5);
      await this.send((client) => client.call('io', 'echo', { text: 'x' }));
      try {
        const stream = await this.client().stream('io', 'echo', { text: 'x' });
        await stream.done;
      } catch {
        this.count(0);
      }
    }
  }

  /** Callers who leave in the middle. */
  async leavers(): Promise<void> {
    while (this.goOn()) {
      const leaving = new AbortController();
      const call = this.client()
        .call('s', 'hang', {}, {}, { signal: leaving.signal })
        .catch(() => undefined);
      await pause(30);
      leaving.abort();
      await call;
    }
  }

  /** 2025 sessions from beginning to end, and requests of 2026-07-28. */
  async natives(): Promise<void> {
    while (this.goOn()) {
      try {
        const { url, token } = this.client();
        const native = new NativeClient(`${url}/api/servers/s/mcp`, token);
        await native.initialize();
        await native.request('tools/list');
        await fetch(native.url, { method: 'DELETE', headers: native.headers() });
        await new NativeClient(native.url, token).modern('tools/list', {});
      } catch {
        this.count(0);
      }
      await pause(20);
    }
  }

  /** Saves of a config, each on the state before it. The versions that were acknowledged, with what is in them. */
  async saves(app: string, acknowledged: Map<number, number>): Promise<void> {
    for (let number = 1; this.goOn(); number++) {
      const read = await this.send((client) => appsOf(client).app(app, '/config'));
      if (read?.status !== 200) continue;
      const version = Number(read.body['version']);
      const saved = await this.send((client) =>
        appsOf(client).save(app, { 'x-number': number }, { version }),
      );
      if (saved?.status === 200) acknowledged.set(Number(saved.body['version']), number);
      await pause(20);
    }
  }

  /** Sends it to whoever is next and counts the answer; nothing came back when the connection broke. */
  async send(ask: (client: GatewayClient) => Promise<Answer>): Promise<Answer | undefined> {
    try {
      const answer = await ask(this.client());
      this.count(answer.status);
      const { status } = answer;
      if (status >= 400 && !passing.has(status) && status !== 412)
        this.faults.push(answer.text.slice(0, 300));
      return answer;
    } catch {
      this.count(0);
      await pause(10);
      return undefined;
    }
  }

  private count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

function appsOf({ url, token }: GatewayClient): AppsClient {
  return new AppsClient(url, token);
}

/** Load is made of rhythm: callers wait between what they do. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
