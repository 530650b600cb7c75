import type { ModelProvider } from './model-route.js';

/** The way out to model providers. */
export abstract class ModelConnections {
  /** A `fetch` that reaches the provider's own origin only; `origin` is where it is when it has no `baseUrl`. */
  abstract fetchFor(provider: ModelProvider, origin: string): typeof fetch;
}
