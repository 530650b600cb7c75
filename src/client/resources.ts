import { present, type Connection, type RequestOptions } from './connection.js';
import type { components } from './openapi-types.js';
import { allPages } from './pages.js';

type Page = components['schemas']['AppResourceList'];

/** A resource of a server of the app. */
export type Resource = Page['resources'][number];
export type ResourceTemplate = Page['resourceTemplates'][number];
/** MCP `ReadResourceResult`. */
export type ReadResourceResult = components['schemas']['ReadResourceResult'];

/** The resources of an app. */
export class Resources {
  constructor(private readonly connection: Connection) {}

  async list(options: RequestOptions = {}): Promise<Resource[]> {
    return allPages(
      (page) => this.page(options, page),
      ({ resources }) => resources,
    );
  }

  async templates(options: RequestOptions = {}): Promise<ResourceTemplate[]> {
    return allPages(
      (page) => this.page(options, page),
      ({ resourceTemplates }) => resourceTemplates,
    );
  }

  /** Needs `server` when two servers have the resource (`ambiguous-resource`). */
  async read(
    uri: string,
    options: RequestOptions & { readonly server?: string } = {},
  ): Promise<ReadResourceResult> {
    const { server } = options;
    const { data } = await this.connection.api.POST('/api/sdk/resources/read', {
      params: { query: this.connection.query },
      body: { uri, ...(server === undefined ? {} : { server }) },
      signal: this.connection.signal(options),
    });
    return present(data);
  }

  private async page(
    options: RequestOptions,
    page: { readonly limit: number; readonly cursor?: string },
  ): Promise<Page> {
    const { data } = await this.connection.api.GET('/api/sdk/resources', {
      params: { query: { ...this.connection.query, ...page } },
      signal: this.connection.signal(options),
    });
    return present(data);
  }
}
