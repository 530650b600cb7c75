import { aiSchema, type AiTool } from './ai-sdk.js';
import { present, type Connection, type RequestOptions } from './connection.js';
import type { components } from './openapi-types.js';
import { allPages } from './pages.js';
import { awaitsApproval, GantryProblem, toProblem } from './problem.js';

type Schemas = components['schemas'];

/** A tool of a server of the app, under the name by which it is called. */
export type Tool = Schemas['AppTool'];
/** MCP `CallToolResult`, or `InputRequiredResult` of 2026-07-28. */
export type CallToolResult = Schemas['CallToolResult'];
export type OpenAiTool = Schemas['OpenAiTool'];
export type AnthropicTool = Schemas['AnthropicTool'];
export type ServerReport = Schemas['ServerReport'];

/** Which tools are meant. */
export interface ToolFilter extends RequestOptions {
  /** Those of one server of the app. */
  readonly server?: string;
  /** Those that fit these words, the best first. */
  readonly search?: string;
}

export interface CallOptions extends RequestOptions {
  /** Makes it safe to send the call again, which then happens when the connection breaks; the tool runs once. A call with it goes on when the caller leaves. */
  readonly idempotencyKey?: string;
  /** Answers to the `inputRequests` of a result with `resultType: "input_required"`, by their keys. */
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  /** From that result, unchanged. */
  readonly requestState?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
  /** The approval that this very call was given; one that needs it and has none throws `approval-required`. */
  readonly approval?: string;
}

/** What a streamed call tells: its progress and log while it runs, then its result. */
export type ToolEvent =
  | {
      readonly type: 'progress';
      readonly progress: number;
      readonly total?: number;
      readonly message?: string;
    }
  | { readonly type: 'message'; readonly level: string; readonly data: unknown; readonly logger?: string }
  | { readonly type: 'result'; readonly result: CallToolResult };

type Format = 'mcp' | 'openai' | 'anthropic';

/** The tools of an app. */
export class Tools {
  constructor(private readonly connection: Connection) {}

  /** All tools; a server that cannot say its own is missing here and named by `servers`. */
  async list(filter: ToolFilter = {}): Promise<Tool[]> {
    return (await this.all('mcp', filter)) as Tool[];
  }

  /** How the servers of the app took part in the list. */
  async servers(options: RequestOptions = {}): Promise<readonly ServerReport[]> {
    return (await this.page('mcp', options, { limit: 1 })).servers;
  }

  /**
   * Calls a tool. A tool that ran and failed gives a result with `isError`. Aborting cancels it upstream; `timeoutMs` is the time that the
   * tool may take.
   */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<CallToolResult> {
    const { idempotencyKey, timeoutMs, signal, approval } = options;
    const { data, response } = await this.connection.api.POST('/api/sdk/tools/call', {
      params: { query: this.connection.query },
      body: bodyOf(name, args, options),
      headers: given({ 'idempotency-key': idempotencyKey, 'x-approval': approval }),
      // The gateway ends a call that takes too long and says so; this only guards against a gateway that is gone.
      ...signalOf(
        timeoutMs === undefined
          ? signal
          : this.connection.signal({ timeoutMs: timeoutMs + 5000, ...given({ signal }) }),
      ),
    });
    const answer = present(data) as CallToolResult;
    if (response.status === 202) throw awaitsApproval(answer['approval'] as Record<string, unknown>);
    return answer;
  }

  /** Calls a tool and tells of it while it runs. Leaving the loop cancels it. */
  async *stream(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options: Omit<CallOptions, 'idempotencyKey' | 'approval'> = {},
  ): AsyncGenerator<ToolEvent> {
    const { signal } = options;
    for await (const { event, data } of this.connection.events(
      '/api/sdk/tools/call',
      bodyOf(name, args, options),
      given({ signal }),
    )) {
      const value = JSON.parse(data) as Record<string, unknown>;
      if (event === 'error') throw toProblem(value);
      if (event === 'approval') throw awaitsApproval(value);
      if (event === 'progress' || event === 'message') yield { type: event, ...value } as ToolEvent;
      if (event !== 'result') continue;
      yield { type: 'result', result: value };
      return;
    }
    throw new GantryProblem('broken-stream', 0, 'The answer broke off before the result');
  }

  /** For `tools` of the AI SDK. A tool that fails throws there, which the model is told. */
  async toAiSdk(filter: ToolFilter = {}): Promise<Record<string, AiTool>> {
    const tools = await this.list(filter);
    return Object.fromEntries(tools.map((tool) => [tool.name, this.aiTool(tool)]));
  }

  /** For `tools` of OpenAI's Chat Completions. */
  async toOpenAI(filter: ToolFilter = {}): Promise<OpenAiTool[]> {
    return (await this.all('openai', filter)) as OpenAiTool[];
  }

  /** For `tools` of Anthropic's Messages. */
  async toAnthropic(filter: ToolFilter = {}): Promise<AnthropicTool[]> {
    return (await this.all('anthropic', filter)) as AnthropicTool[];
  }

  private aiTool({ name, description, inputSchema }: Tool): AiTool {
    return {
      description,
      inputSchema: aiSchema(inputSchema),
      execute: async (input, { abortSignal }) => {
        const result = await this.call(
          name,
          input as Record<string, unknown>,
          given({ signal: abortSignal }),
        );
        if (result.isError === true) throw new Error(textOf(result));
        return result;
      },
    };
  }

  private all(format: Format, filter: ToolFilter): Promise<(Tool | OpenAiTool | AnthropicTool)[]> {
    return allPages(
      (page) => this.page(format, filter, page),
      ({ tools }) => tools,
    );
  }

  private async page(
    format: Format,
    { server, search, ...options }: ToolFilter,
    page: { readonly limit: number; readonly cursor?: string },
  ): Promise<Schemas['AppToolList']> {
    const { data } = await this.connection.api.GET('/api/sdk/tools', {
      params: { query: { ...this.connection.query, ...page, format, ...given({ server, search }) } },
      signal: this.connection.signal(options),
    });
    return present(data);
  }
}

function bodyOf(
  name: string,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Schemas['CallRequest'] {
  const { timeoutMs, inputResponses, requestState, _meta } = options;
  return { name, arguments: args, ...given({ timeoutMs, inputResponses, requestState, _meta }) };
}

function textOf({ content = [] }: CallToolResult): string {
  return content.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}

function signalOf(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

/** The members that are there. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
