/** What can go wrong with chats, in the form of the catalogue: status, title, advice. */
export const chatProblemKinds = {
  'model-not-allowed': [
    403,
    'The model is not open here',
    'CHAT_ALLOWED_MODELS names the models that may be used.',
  ],
  'model-not-found': [
    404,
    'No such model',
    'Name it as `provider/model`; the detail lists the providers of this gateway.',
  ],
  'model-auth': [
    502,
    'The model provider refused our key',
    'The operator renews the key of the provider: OPENAI_API_KEY, ANTHROPIC_API_KEY, or the one that CHAT_PROVIDERS names.',
  ],
  'model-error': [
    502,
    'The model provider failed',
    'The provider answered with an error or broke off; the log of the gateway has its status under the requestId.',
  ],
  'model-rate-limited': [
    503,
    'The model provider is busy',
    'Retry later; the limit is that of the key of the gateway at the provider.',
  ],
  'chat-not-configured': [
    503,
    'No model provider is configured',
    'The operator sets OPENAI_API_KEY, ANTHROPIC_API_KEY, OPENAI_BASE_URL, ANTHROPIC_BASE_URL, CHAT_PROVIDERS or CHAT_AUTODETECT_LOCAL; CHAT_DEFAULT_MODEL and CHAT_ALLOWED_MODELS choose among models.',
  ],
  timeout: [
    504,
    'The chat took too long',
    'CHAT_TIMEOUT_MS limits a whole answer, CHAT_SILENCE_TIMEOUT_MS how long a model may say nothing.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>;
