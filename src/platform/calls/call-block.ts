import { newId } from '../../kernel/id.js';
import type { CallBlock, CallPosition, KeptCall, PrintedCall } from './call-store.port.js';

interface BlockData {
  readonly outlines: readonly unknown[];
  readonly calls: readonly (readonly [
    outline: number,
    after: number,
    requestId: string,
    ...times: number[],
  ])[];
}

/** Longer calls than this stand in blocks of their own: who looks for calls of a time need not look far beside it. */
export const longestSpanMs = 600_000;
const mostCalls = 250;
/** Who asks for one call reads the others of its block too. */
const mostCharacters = 262_144;
/** Of a row beside its texts, with its indexes. */
const rowBytes = 400;

/**
 * Gathers calls into blocks, whoever's they are. A block is text as soon as it is full: objects that wait for all others to be gathered would
 * outlive the young generation of the heap.
 */
export class CallGathering {
  private readonly begun = new Map<string, PrintedCall[]>();
  private readonly full: CallBlock[] = [];

  add(call: PrintedCall): void {
    let own = this.begun.get(call.accountId);
    if (own === undefined) this.begun.set(call.accountId, (own = []));
    if (own.push(call) < mostCalls) return;
    this.full.push(...blocksOf(own));
    own.length = 0;
  }

  /** All of them, when no more calls come; in steps, as accounts may be many. */
  *blocks(): Generator<undefined, CallBlock[]> {
    for (const own of this.begun.values()) {
      this.full.push(...blocksOf(own));
      yield undefined;
    }
    return this.full;
  }
}

/** The blocks of calls of one account. */
export function blocksOf(calls: readonly PrintedCall[]): CallBlock[] {
  const blocks: CallBlock[] = [];
  let begun: PrintedCall[] = [];
  let characters = 0;
  for (const call of [...calls].sort((a, b) => a.at - b.at)) {
    const length = call.content?.length ?? 0;
    const [first] = begun;
    const isFull = begun.length === mostCalls || characters + length > mostCharacters;
    if (first !== undefined && (isFull || call.at - first.at > longestSpanMs)) {
      blocks.push(blockOf(first, begun));
      begun = [];
      characters = 0;
    }
    begun.push(call);
    characters += length;
  }
  const [first] = begun;
  if (first !== undefined) blocks.push(blockOf(first, begun));
  return blocks;
}

/** How many calls are in a block. */
export function callCount({ marks }: CallBlock): number {
  return marks.length / markLength;
}

/** The calls in a block, oldest first. */
export function callsIn(
  block: Omit<CallBlock, 'lastAt' | 'marks' | 'contents' | 'bytes'>,
  contents: string | null = null,
): KeptCall[] {
  const { id, accountId, firstAt, data } = block;
  const { outlines, calls } = JSON.parse(data) as BlockData;
  const said = contents === null ? [] : (JSON.parse(contents) as unknown[]);
  return calls.map(([outline, after, requestId, ...times], index) => ({
    ...{ id: `${id}${String(index).padStart(3, '0')}`, accountId, requestId, times },
    at: firstAt + after,
    outline: outlines[outline],
    content: said[index] ?? null,
  }));
}

/** Negative when `a` is older than `b`. */
export function byAge(a: CallPosition, b: CallPosition): number {
  if (a.at !== b.at) return a.at - b.at;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

const markLength = 8;

/** Eight digits that stand for a request id, by FNV-1a: most blocks without it do not have them. */
export function markOf(requestId: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < requestId.length; at++) hash = Math.imul(hash ^ requestId.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(markLength, '0');
}

/** Of calls of one account, oldest first. Their outlines are JSON already. */
function blockOf({ accountId, at: firstAt }: PrintedCall, calls: readonly PrintedCall[]): CallBlock {
  const outlines = new Map<string, number>();
  const cells = calls.map(({ outline, at, requestId, times }) => {
    const place = outlines.get(outline) ?? outlines.size;
    outlines.set(outline, place);
    return [place, at - firstAt, requestId, ...times];
  });
  const texts = {
    marks: calls.map(({ requestId }) => markOf(requestId)).join(''),
    data: `{"outlines":[${[...outlines.keys()].join(',')}],"calls":${JSON.stringify(cells)}}`,
    contents: calls.some(({ content }) => content !== null)
      ? `[${calls.map(({ content }) => content ?? 'null').join(',')}]`
      : null,
  };
  const bytes = Object.values(texts).map((text) => (text === null ? 0 : Buffer.byteLength(text)));
  return {
    ...{ id: newId('cal'), accountId, firstAt, lastAt: calls.at(-1)?.at ?? firstAt },
    ...texts,
    bytes: bytes.reduce((sum, one) => sum + one, rowBytes),
  };
}
