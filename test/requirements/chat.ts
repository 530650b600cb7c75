import type { RequirementRows } from './rows.js';

/** Chats with tools. */
export const chat: RequirementRows = {
  'docs/chat.md#the-answer': {
    'chat-stream':
      'A chat runs the tools that a model asks for and streams as the transport of AI SDK 6 and 7 reads it.',
    'chat-tool-error': 'A tool that ran and failed is an error to model and caller, not a result.',
    'chat-progress': 'Progress of a tool comes as transient data parts.',
    'chat-tool-content':
      'Every kind of content of a tool reaches the caller unchanged, and the model as far as its API takes it.',
    'chat-json':
      'Accept: application/json gives message, finishReason, usage and steps; a failure is a problem.',
    'chat-text': 'Accept: text/plain gives the text as it comes.',
    'chat-accept': 'The UI message stream is the default; other media types are 406.',
    'chat-records':
      'Log, metrics and audit have model, steps, tools and tokens of a chat, and nothing of its contents.',
    'chat-cut-tools': 'Tools that a broken answer has asked for do not run.',
    'chat-text-failure': 'A failure after the first text is told at the end of the text.',
    'chat-abort': 'The caller leaving stops the model within a second.',
    'chat-abort-tool': 'The caller leaving stops the running tool within a second, and no step follows.',
    'chat-heartbeat': 'A silent chat has comments.',
    'chat-drain': 'A gateway that stops ends chats with a last event.',
  },
  'docs/chat.md#the-request': {
    'chat-bad-calls': 'Unknown tools and arguments that are no JSON object go back to the model as errors.',
    'chat-attachments': 'attachments put resources and prompts before the last word of the user.',
    'chat-tool-choice': 'tools and toolChoice say which tools a model may and must call.',
    'chat-app-defaults':
      'The chat member of an app gives the defaults; requireApproval holds whatever the request says.',
    'chat-checks': 'Everything that can be checked is checked before the first byte.',
  },
  'docs/chat.md#limits': {
    'chat-step-limit': 'A chat that ends at maxSteps says so in its metadata.',
    'chat-caps':
      'What a tool returns is bounded in the stream and towards the model, and so is what the model writes.',
    'chat-timeout': 'CHAT_TIMEOUT_MS ends an answer and its tools.',
    'chat-slow-reader': 'A reader that takes nothing is cut off, and the model stops.',
    'chat-files': 'Files come as data URLs; the gateway fetches none.',
    'chat-cap': 'Chats beyond CHAT_MAX_STREAMS are 503 overloaded with Retry-After.',
    'chat-load':
      'Many chats at once (200 with CHATS=200), each with a tool and 100 chunks, all complete and leave nothing in memory.',
    'chat-load-abort': 'Many chats (200 with CHATS=200) that are left at once leave nothing running.',
  },
  'docs/chat.md#providers-differ': {
    'chat-anthropic': 'Models of Anthropic are asked in the Messages API and see images of tools.',
    'chat-openai': 'The provider gets the key of the gateway.',
    'chat-tool-names':
      'Names of tools that a provider refuses go out under aliases and come back as they are.',
  },
  'docs/chat.md#approvals': {
    'chat-approval': 'A tool that may do harm runs only after its caller has agreed in the next request.',
    'chat-denial': 'A denied tool does not run; the reason is told to the model as the word of the user.',
    'chat-approval-used': 'An approval works once, however many ask at once.',
    'chat-approval-kept':
      'A chat that is refused for want of a stream uses up no approval and asks no model.',
    'chat-approval-bound': 'An approval is signed, bound to caller, server, tool and input, and expires.',
    'chat-approval-reordered':
      'An approval holds when a client sends the members of the input in another order.',
    'chat-approval-anthropic': 'Approvals work with models of Anthropic.',
    'chat-forged-history': 'Calls and approvals that a caller writes into the history do not run.',
    'chat-approval-modes':
      'approval: auto asks about tools that do not say they are harmless, always about all, never about none.',
  },
  'docs/chat.md#models': {
    'chat-model-failure':
      'A failure of the model, a cut included, is an in-stream error with a code; the text of the provider never passes.',
    'chat-not-configured':
      'Without a provider a chat is 503, and answer, log and resolve say what is missing.',
    'chat-lazy': 'The language-model library is loaded with the first chat.',
    'chat-local':
      'CHAT_AUTODETECT_LOCAL finds model servers on the machine, and only it makes the gateway look.',
    'chat-models':
      'CHAT_ALLOWED_MODELS bounds the models; a key is taken from the variable that CHAT_PROVIDERS names.',
  },
  'docs/chat.md#a-page-in-react': {
    'chat-use-chat': 'What useChat sends beside the messages is taken.',
  },
};
