import type { Secret } from '../../../kernel/secret.js';

/** A service that runs models. */
export interface ModelProvider {
  /** What stands before the `/` in the name of a model. */
  readonly name: string;
  /** The API that it speaks. `compatible`: what most servers offer of OpenAI's Chat Completions. */
  readonly api: 'openai' | 'anthropic' | 'compatible';
  /** `undefined`: the address of the vendor. */
  readonly baseUrl: string | undefined;
  readonly apiKey: Secret | undefined;
}

/** A model and the way to it. */
export interface ModelRoute {
  /** `provider/model`. */
  readonly name: string;
  readonly provider: ModelProvider;
  readonly modelId: string;
}
