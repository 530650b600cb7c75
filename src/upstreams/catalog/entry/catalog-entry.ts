import { z } from 'zod';
import { isJsonObject } from '../../../kernel/json/json.js';
import { ServerJson } from './server-json.js';

/** What a registry says of an entry, beside the entry itself. */
export const registryMark = 'io.modelcontextprotocol.registry/official';

export type EntryStatus = 'active' | 'deprecated' | 'deleted';

/** A server that can be added, as one source has it. */
export interface CatalogEntry {
  readonly server: ServerJson;
  readonly status: EntryStatus;
  /** Words of the registry about the status. */
  readonly statusMessage?: string;
  /** Which source it is from, in a word. */
  readonly source: string;
}

const Mark = z.object({
  status: z.enum(['active', 'deprecated', 'deleted']).default('active'),
  statusMessage: z.string().max(500).optional(),
});

/** An entry in any of the two ways in which it is written: by itself, or as registries answer, with `_meta` beside it. */
export function readEntry(value: unknown, source: string): CatalogEntry | undefined {
  if (!isJsonObject(value)) return undefined;
  const { server, _meta: meta } = value;
  const parsed = ServerJson.safeParse(isJsonObject(server) ? server : value);
  const mark = Mark.safeParse((isJsonObject(meta) ? meta[registryMark] : undefined) ?? {});
  if (!parsed.success || !mark.success) return undefined;
  const { status, statusMessage } = mark.data;
  return { server: parsed.data, status, source, ...(statusMessage === undefined ? {} : { statusMessage }) };
}
