import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { wrapLanguageModel } from 'ai';
import type { ModelConnections } from './model-connections.port.js';
import type { ModelRoute } from './model-route.js';

/** A model of one of the providers' packages. */
export type ProviderModel = Parameters<typeof wrapLanguageModel>[0]['model'];

const anthropicAddress = 'https://api.anthropic.com/v1';
const openAiAddress = 'https://api.openai.com/v1';

/**
 * The model at the end of a route. OpenAI too is spoken to by Chat Completions: that keeps nothing at the provider, where one caller could
 * name what another has left there, and every compatible server has it.
 */
export function languageModel(
  { provider, modelId }: ModelRoute,
  connections: ModelConnections,
): ProviderModel {
  const { name, api, baseUrl } = provider;
  const apiKey = provider.apiKey?.reveal();
  switch (api) {
    case 'openai':
      return createOpenAI({
        baseURL: baseUrl ?? openAiAddress,
        apiKey: apiKey ?? '',
        fetch: connections.fetchFor(provider, openAiAddress),
      }).chat(modelId);
    case 'anthropic':
      return createAnthropic({
        baseURL: baseUrl ?? anthropicAddress,
        apiKey: apiKey ?? '',
        fetch: connections.fetchFor(provider, anthropicAddress),
      })(modelId);
    case 'compatible':
      return createOpenAICompatible({
        name,
        baseURL: baseUrl ?? openAiAddress,
        ...(apiKey === undefined ? {} : { apiKey }),
        includeUsage: true,
        fetch: connections.fetchFor(provider, openAiAddress),
      }).chatModel(modelId);
  }
}
