import type { Booking, Hop } from '../../kernel/hop.js';
import { storableText } from '../../kernel/text/storable-text.js';
import { WordTree } from '../../kernel/text/word-tree.js';

export const hourMs = 3_600_000;
/** About as many bytes of English and of JSON are a token of the models of today. */
const bytesPerToken = 4;
const maxName = 64;
const maxTool = 330;

/** An estimate: tokenizers differ, and none is asked. */
export function estimatedTokens(bytes: number): number {
  return Math.ceil(bytes / bytesPerToken);
}

export interface UsageSums {
  calls: number;
  /** Refusals, failures and results that are errors. */
  errors: number;
  ms: number;
  /** Of results. */
  bytes: number;
  /** The same, estimated as tokens of a model. */
  tokens: number;
}

/** Calls that have all of this in common; `''` where there is none. */
export interface Tally extends UsageSums {
  readonly accountId: string;
  readonly hour: number;
  readonly server: string;
  readonly tool: string;
  readonly appId: string;
  readonly userId: string;
  readonly client: string;
}

/** The calls that a process has counted and not written yet. */
export class Tallies {
  private readonly counted: Tally[] = [];
  private readonly byNames = new WordTree<Tally>();
  /** What could not be written, by key. */
  private readonly left = new Map<string, Tally>();

  get size(): number {
    return this.counted.length + this.left.size;
  }

  /** Counts the call of a tool that is over. */
  count(hop: Hop, { principal, clientName = '' }: Booking, at: number): void {
    if (principal === undefined) return;
    const { bytes } = hop;
    const tally = this.of(hop, principal, clientName, at);
    tally.calls++;
    if (hop.hasFailed) tally.errors++;
    tally.ms += hop.endedAt - hop.startedAt;
    tally.bytes += bytes;
    tally.tokens += estimatedTokens(bytes);
  }

  /** A call that has been counted as a good one was none. */
  spoil(hop: Hop, { principal, clientName = '' }: Booking, at: number): void {
    if (principal !== undefined) this.of(hop, principal, clientName, at).errors++;
  }

  values(): Tally[] {
    return [...this.left.values(), ...this.counted];
  }

  /** Takes back what could not be written. */
  restore(tallies: readonly Tally[]): void {
    for (const tally of tallies) {
      const key = tallyKey(tally.accountId, tally.hour, tally);
      const kept = this.left.get(key);
      if (kept === undefined) this.left.set(key, tally);
      else addTo(kept, tally);
    }
  }

  private of(
    { server, target, isUnlisted }: Hop,
    principal: NonNullable<Booking['principal']>,
    clientName: string,
    at: number,
  ): Tally {
    const { accountId } = principal;
    const { handle } = server;
    const appId = principal.kind === 'app' ? principal.appId : (server.app?.id ?? '');
    const userId = principal.kind === 'user' ? principal.userId : '';
    const tool = isUnlisted ? undefined : target;
    const leaf = this.byNames.leaf([accountId, appId, userId, clientName, handle, tool ?? '']);
    const hour = at - (at % hourMs);
    if (leaf.value?.hour !== hour) {
      leaf.value = {
        ...{ accountId, hour, server: handle, appId, userId },
        tool: tool === undefined ? '' : storableText(toolKey(handle, tool), maxTool),
        client: storableText(clientName, maxName),
        ...{ calls: 0, errors: 0, ms: 0, bytes: 0, tokens: 0 },
      };
      this.counted.push(leaf.value);
    }
    return leaf.value;
  }
}

/** A tool as apps show it: `server__tool`. */
function toolKey(handle: string, tool: string): string {
  return `${handle.slice(handle.indexOf('.') + 1)}__${tool}`;
}

export function addTo(sums: UsageSums, { calls, errors, ms, bytes, tokens }: UsageSums): void {
  sums.calls += calls;
  sums.errors += errors;
  sums.ms += ms;
  sums.bytes += bytes;
  sums.tokens += tokens;
}

type Names = Pick<Tally, 'server' | 'tool' | 'appId' | 'userId' | 'client'>;

export function tallyKey(
  accountId: string,
  hour: number,
  { server, tool, appId, userId, client }: Names,
): string {
  return `${accountId}\n${String(hour)}\n${server}\n${appId}\n${userId}\n${client}\n${tool}`;
}
