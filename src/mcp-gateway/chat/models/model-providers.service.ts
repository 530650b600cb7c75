import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Features } from '../../../apps/app/features.service.js';
import { matchesGlob } from '../../../kernel/text/glob.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Secret } from '../../../kernel/secret.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { LocalRuntimes } from './local-runtimes.service.js';
import type { ModelProvider, ModelRoute } from './model-route.js';

/** Each of these turns chat on. */
const providerVariables = [
  ...['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
  ...['CHAT_PROVIDERS', 'CHAT_AUTODETECT_LOCAL'],
];
/** These choose among the models that there are. */
const choiceVariables = ['CHAT_DEFAULT_MODEL', 'CHAT_ALLOWED_MODELS'];
const howToSetUp = `The operator sets one of ${providerVariables.join(', ')}; ${choiceVariables.join(' and ')} choose among its models.`;

/** Knows which model providers there are and which of their models may be used. */
@Injectable()
export class ModelProviders implements OnApplicationBootstrap {
  private readonly configured: readonly ModelProvider[];

  constructor(
    private readonly config: Config,
    private readonly runtimes: LocalRuntimes,
    private readonly features: Features,
    private readonly logger: Logger,
  ) {
    this.configured = configuredProviders(config);
  }

  /** Says in the log whether there is chat. Nothing waits for local model servers. */
  onApplicationBootstrap(): void {
    void this.list().then((providers) => {
      if (providers.length > 0)
        this.logger.info('chat.ready', { providers: providers.map(({ name }) => name) });
      else this.logger.info('chat.not-configured', { variables: [...providerVariables, ...choiceVariables] });
    });
  }

  /** Throws `chat-not-configured`. */
  async requireOne(): Promise<void> {
    if ((await this.list()).length === 0) throw new Problem('chat-not-configured', howToSetUp);
  }

  /** The model of that name (`provider/model`), or the default. Throws `model-not-found`, `model-not-allowed`, `invalid-request`. */
  async route(asked: string | undefined): Promise<ModelRoute> {
    const providers = await this.list();
    const name = asked ?? this.config.values.CHAT_DEFAULT_MODEL ?? (await this.localModel());
    if (name === undefined)
      throw new Problem('invalid-request', undefined, {
        errors: [{ pointer: '/model', detail: 'must name a model: there is no CHAT_DEFAULT_MODEL' }],
      });
    const slash = name.indexOf('/');
    const provider = providers.find((one) => one.name === name.slice(0, slash));
    const modelId = name.slice(slash + 1);
    if (provider === undefined || modelId === '')
      throw new Problem(
        'model-not-found',
        `There is no model "${name.slice(0, 200)}"; providers are ${providers.map((one) => one.name).join(', ')}.`,
      );
    const { CHAT_ALLOWED_MODELS: allowed } = this.config.values;
    if (allowed.length > 0 && !allowed.some((pattern) => matchesGlob(pattern, name)))
      throw new Problem('model-not-allowed', `CHAT_ALLOWED_MODELS does not have "${name.slice(0, 200)}".`);
    return { name, provider, modelId };
  }

  private async list(): Promise<readonly ModelProvider[]> {
    const local = (await this.runtimes.list()).map(({ provider }) => provider);
    const taken = new Set(this.configured.map(({ name }) => name));
    const all = [...this.configured, ...local.filter(({ name }) => !taken.has(name))];
    if (all.length > 0) this.features.announce('chat');
    return all;
  }

  /** Whoever has nothing but a local model server need not name its model. */
  private async localModel(): Promise<string | undefined> {
    if (this.configured.length > 0) return undefined;
    const runtime = (await this.runtimes.list()).find(({ models }) => models.length > 0);
    return runtime === undefined ? undefined : `${runtime.provider.name}/${String(runtime.models[0])}`;
  }
}

function configuredProviders({ values }: Config): ModelProvider[] {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, CHAT_PROVIDERS } = values;
  const provider = (
    name: string,
    api: ModelProvider['api'],
    baseUrl: string | undefined,
    key: string | undefined,
  ): ModelProvider => ({ name, api, baseUrl, apiKey: key === undefined ? undefined : new Secret(key) });
  return [
    ...(OPENAI_API_KEY === undefined && OPENAI_BASE_URL === undefined
      ? []
      : // Without a key it is a server of the operator's own.
        [
          provider(
            'openai',
            OPENAI_API_KEY === undefined ? 'compatible' : 'openai',
            OPENAI_BASE_URL,
            OPENAI_API_KEY,
          ),
        ]),
    ...(ANTHROPIC_API_KEY === undefined && ANTHROPIC_BASE_URL === undefined
      ? []
      : [provider('anthropic', 'anthropic', ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY)]),
    ...Object.entries(CHAT_PROVIDERS).map(([name, { baseUrl, apiKeyEnv }]) =>
      provider(name, 'compatible', baseUrl, apiKeyEnv === undefined ? undefined : Config.expand(apiKeyEnv)),
    ),
  ];
}
