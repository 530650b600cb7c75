import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';

/** Capability under `experimental`, and member of `_meta` of list requests: ids of the servers whose lists wait for the answer. */
const name = 'gantry/lists';

/** What an endpoint of the gateway declares that asks other servers for its lists. */
export const listingCapability: JsonObject = { [name]: {} };

const mostWaiting = 8;
const longestId = 64;

/** The `_meta` of a list request to `server`, when that is an endpoint of a gateway. */
export function metaOfListing(
  capabilities: JsonObject,
  waiting: readonly string[] | undefined,
  server: string,
): JsonObject | undefined {
  const { experimental } = capabilities;
  if (!isJsonObject(experimental) || !(name in experimental)) return undefined;
  return { [name]: [...(waiting ?? []), server] };
}

/** The servers whose lists wait for a request with this `_meta`. What does not look like it is none. */
export function listsWaitingIn(meta: JsonObject): readonly string[] | undefined {
  const ids: unknown = meta[name];
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > mostWaiting) return undefined;
  const isId = (id: unknown): id is string => typeof id === 'string' && id.length <= longestId;
  return ids.every(isId) ? ids : undefined;
}

export function isListCircle(error: unknown): boolean {
  return error instanceof Problem && error.code === 'server-circle';
}

/** Which lists wait for which in this process, so that none waits for itself. */
export class ListCircles {
  /** By the id of the one that waits: for whom, and how often. */
  private readonly waits = new Map<string, Map<string, number>>();

  /** Asks for the list of `server`, for which others wait. Rejects with `server-circle` when it waits for one of them. */
  async during<T>(waiting: readonly string[], server: string, ask: () => Promise<T>): Promise<T> {
    const last = waiting.at(-1) ?? '';
    if (waiting.includes(server) || waiting.length >= mostWaiting || this.reaches(server, last))
      throw new Problem('server-circle');
    const others = this.waits.get(last) ?? new Map<string, number>();
    this.waits.set(last, others.set(server, (others.get(server) ?? 0) + 1));
    try {
      return await ask();
    } finally {
      const left = (others.get(server) ?? 1) - 1;
      if (left > 0) others.set(server, left);
      else others.delete(server);
      if (others.size === 0) this.waits.delete(last);
    }
  }

  private reaches(from: string, to: string): boolean {
    const seen = new Set([from]);
    for (const one of seen) {
      if (one === to) return true;
      for (const next of this.waits.get(one)?.keys() ?? []) seen.add(next);
    }
    return false;
  }
}
