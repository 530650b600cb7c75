import { present, type Connection, type RequestOptions } from './connection.js';
import type { components } from './openapi-types.js';
import { allPages } from './pages.js';

type Page = components['schemas']['AppPromptList'];

/** A prompt of a server of the app, under the name by which it is got. */
export type Prompt = Page['prompts'][number];
/** MCP `GetPromptResult`. */
export type GetPromptResult = components['schemas']['GetPromptResult'];

/** The prompts of an app. */
export class Prompts {
  constructor(private readonly connection: Connection) {}

  async list(options: RequestOptions = {}): Promise<Prompt[]> {
    return allPages(
      async (page) => {
        const { data } = await this.connection.api.GET('/api/sdk/prompts', {
          params: { query: { ...this.connection.query, ...page } },
          signal: this.connection.signal(options),
        });
        return present(data);
      },
      ({ prompts }) => prompts,
    );
  }

  async get(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options: RequestOptions = {},
  ): Promise<GetPromptResult> {
    const { data } = await this.connection.api.POST('/api/sdk/prompts/get', {
      params: { query: this.connection.query },
      body: { name, arguments: args },
      signal: this.connection.signal(options),
    });
    return present(data);
  }
}
