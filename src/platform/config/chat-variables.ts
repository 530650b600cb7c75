import { z } from 'zod';
import { localRuntimes, modelProviders } from './values/model-providers.js';
import {
  baseAddress,
  bytes,
  flag,
  fromFileToo,
  integer,
  listOf,
  milliseconds,
  optionalText,
  variable,
} from './variable.js';

const address: z.ZodType<string | undefined, string> = baseAddress;

/** Where models are, and the limits of chats. */
export const chatVariables = {
  OPENAI_API_KEY: fromFileToo(variable(optionalText, undefined, 'Chat: key for models named `openai/…`')),
  OPENAI_BASE_URL: variable(address, undefined, 'Chat: another address that speaks the API of OpenAI'),
  ANTHROPIC_API_KEY: fromFileToo(
    variable(optionalText, undefined, 'Chat: key for models named `anthropic/…`'),
  ),
  ANTHROPIC_BASE_URL: variable(address, undefined, 'Chat: another address that speaks the API of Anthropic'),
  CHAT_PROVIDERS: variable(
    modelProviders,
    {},
    'Chat: further OpenAI-compatible providers, `{"name": {"baseUrl": "…", "apiKeyEnv": "NAME"}}`',
    'empty',
  ),
  CHAT_DEFAULT_MODEL: variable<string | undefined>(
    z.string().regex(/^[^/]+\/.+$/, 'must be `provider/model`'),
    undefined,
    'Chat: `provider/model` for requests that name none',
  ),
  CHAT_ALLOWED_MODELS: variable(
    listOf((glob) => /[/*]/.test(glob), 'a glob of `provider/model`'),
    [],
    'Chat: globs of the models that may be used; empty allows all',
  ),
  CHAT_AUTODETECT_LOCAL: variable(flag, false, 'Chat: looks for model servers on this machine'),
  CHAT_LOCAL_RUNTIMES: variable(
    localRuntimes,
    {
      ollama: 'http://127.0.0.1:11434/v1',
      lmstudio: 'http://127.0.0.1:1234/v1',
      vllm: 'http://127.0.0.1:8000/v1',
      llamacpp: 'http://127.0.0.1:8080/v1',
    },
    'Chat: where CHAT_AUTODETECT_LOCAL looks, `name=address,…`',
    'the usual ports of Ollama, LM Studio, vLLM and llama.cpp',
  ),
  CHAT_MAX_STREAMS: variable(integer(1), 512, 'Chats at once in this process'),
  CHAT_MAX_OUTPUT_TOKENS: variable(integer(1), 8192, 'Most tokens that a model may write in one step'),
  CHAT_MAX_TOOL_RESULT_BYTES: variable(
    bytes(1024),
    1_048_576,
    'Most of the result of a tool that goes into a chat; what is beyond is cut out and said so',
  ),
  CHAT_MAX_TOOL_TEXT: variable(
    integer(256),
    65_536,
    'Most characters of the result of a tool that the model gets to read',
  ),
  CHAT_TIMEOUT_MS: variable(
    milliseconds(100),
    600_000,
    'Time that one answer of a chat may take, tools included',
  ),
  CHAT_SILENCE_TIMEOUT_MS: variable(milliseconds(50), 120_000, 'Time that a model may say nothing'),
  CHAT_APPROVAL_MINUTES: variable(
    integer(1, 525_600),
    1440,
    'Minutes after which the question of an approval expires',
  ),
};
