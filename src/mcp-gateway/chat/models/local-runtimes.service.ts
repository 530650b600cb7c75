import { Injectable } from '@nestjs/common';
import { isJsonObject } from '../../../kernel/json/json.js';
import { Config } from '../../../platform/config/config.js';
import { ModelConnections } from './model-connections.port.js';
import type { ModelProvider } from './model-route.js';

/** A model server on this machine that has answered. */
export interface LocalRuntime {
  readonly provider: ModelProvider;
  readonly models: readonly string[];
}

const patienceMs = 500;
/** A machine without a model server is asked again at most so often. */
const pauseMs = 10_000;

/** Finds model servers on this machine, where CHAT_AUTODETECT_LOCAL asks for it. */
@Injectable()
export class LocalRuntimes {
  private found: readonly LocalRuntime[] = [];
  private looking: Promise<readonly LocalRuntime[]> | undefined;
  private lookedAt = -pauseMs;

  constructor(
    private readonly config: Config,
    private readonly connections: ModelConnections,
  ) {}

  /** Those that are there: looked for until one has been found. */
  async list(): Promise<readonly LocalRuntime[]> {
    if (!this.config.values.CHAT_AUTODETECT_LOCAL || this.found.length > 0) return this.found;
    if (this.looking === undefined && performance.now() - this.lookedAt < pauseMs) return this.found;
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
      this.lookedAt = performance.now();
    });
    return this.looking;
  }

  private async look(): Promise<readonly LocalRuntime[]> {
    const candidates = Object.entries(this.config.values.CHAT_LOCAL_RUNTIMES);
    const answers = await Promise.all(
      candidates.map(async ([name, baseUrl]): Promise<LocalRuntime[]> => {
        const provider: ModelProvider = { name, api: 'compatible', baseUrl, apiKey: undefined };
        const models = await this.ask(provider, baseUrl).catch(() => undefined);
        return models === undefined ? [] : [{ provider, models }];
      }),
    );
    this.found = answers.flat();
    return this.found;
  }

  /** The models of a server that speaks OpenAI's API; `undefined` when it does not. */
  private async ask(provider: ModelProvider, baseUrl: string): Promise<string[] | undefined> {
    const response = await this.connections.fetchFor(provider, baseUrl)(`${baseUrl}/models`, {
      signal: AbortSignal.timeout(patienceMs),
    });
    const body: unknown = response.ok ? await response.json() : undefined;
    if (!isJsonObject(body) || !Array.isArray(body['data'])) return undefined;
    return (body['data'] as unknown[]).flatMap((model) =>
      isJsonObject(model) && typeof model['id'] === 'string' ? [model['id']] : [],
    );
  }
}
