import type { Dispatcher } from 'undici';
import { isJsonObject } from '../../../kernel/json/json.js';
import { boundedJson, FetchFailure } from '../../../platform/egress/bounded-json.js';
import { readEntry, type CatalogEntry } from '../entry/catalog-entry.js';
import { SourceFailure, type CatalogSource, type SourcePage, type SourceSearch } from './catalog-source.js';
import { entriesOf } from './entry-list.js';

/** What registries give at most. */
const maxLimit = 100;
const maxCursor = 4096;

/** A registry that speaks the API of the official one, version 0.1 (https://registry.modelcontextprotocol.io/openapi.yaml). */
export class RegistrySource implements CatalogSource {
  readonly label: string;
  private readonly base: string;

  constructor(
    address: string,
    private readonly bounds: {
      readonly dispatcherFor: (url: URL) => Dispatcher;
      readonly timeoutMs: number;
      readonly maxBytes: number;
    },
  ) {
    this.base = address.replace(/(?<!\/)\/+$/, '').replace(/\/v0\.1$/, '');
    this.label = new URL(address).host;
  }

  async page({ search, limit, from }: SourceSearch): Promise<SourcePage> {
    const query = new URLSearchParams({
      ...(search === '' ? {} : { search }),
      ...{ version: 'latest', limit: String(Math.min(limit, maxLimit)) },
      ...(from === undefined ? {} : { cursor: from }),
    });
    const value = await this.get(`/v0.1/servers?${query.toString()}`);
    if (!isJsonObject(value) || !Array.isArray(value['servers']))
      throw new SourceFailure('answers with something that is no list of servers');
    const { metadata } = value;
    const next = isJsonObject(metadata) ? metadata['nextCursor'] : undefined;
    const entries = entriesOf(value, this.label).filter(({ status }) => status !== 'deleted');
    const isNew = typeof next === 'string' && next !== '' && next !== from && next.length <= maxCursor;
    return { entries, ...(isNew ? { next } : {}) };
  }

  async find(name: string, version = 'latest'): Promise<CatalogEntry | undefined> {
    const path = `/v0.1/servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`;
    const entry = readEntry(await this.get(path), this.label);
    // What it answers may be something else than it was asked for.
    if (entry?.server.name !== name) return undefined;
    return version === 'latest' || entry.server.version === version ? entry : undefined;
  }

  private async get(path: string): Promise<unknown> {
    const { dispatcherFor, timeoutMs, maxBytes } = this.bounds;
    const url = new URL(this.base + path);
    try {
      return await boundedJson(url, { dispatcher: dispatcherFor(url), timeoutMs, maxBytes });
    } catch (error) {
      if (error instanceof FetchFailure) throw new SourceFailure(error.message, { cause: error });
      throw error;
    }
  }
}
