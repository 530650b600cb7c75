import type { CalledServer } from '../../kernel/hop.js';
import { storableText } from '../../kernel/text/storable-text.js';
import { redactKept } from '../../kernel/text/secret-patterns.js';
import { WordTree } from '../../kernel/text/word-tree.js';
import type { CallRecord, HopRecord, RecordedContent } from './call-record.js';
import type { KeptCall, PrintedCall } from './call-store.port.js';

/** Longer contents are not taken apart, so nothing of them can be shown: what is secret in them would not be found. */
const longestRead = 262_144;
const maxName = 256;

type Times = 'ms' | 'authMs' | 'upstreamMs';
type HopTimes = 'queueMs' | 'connectMs' | 'ms';
interface HopOutline extends Omit<HopRecord, 'server' | 'raw' | 'content' | HopTimes> {
  readonly server: Omit<CalledServer, 'policy'> & { readonly rule: string | undefined };
}
/** What calls of one kind have in common. Its times are those of the call, then three of each exchange. */
type CallOutline = Omit<CallRecord, 'requestId' | 'accountId' | 'at' | 'hops' | Times> & {
  readonly hops: readonly HopOutline[];
};

/** A batch of calls on its way into the log. Most of them share few outlines, each of which is made once. */
export class CallPrinter {
  /** Under what tells most calls apart. */
  private readonly outlines = new WordTree<Printed[]>();

  constructor(private readonly maxContentBytes: number) {}

  /** What has an outline by now; `undefined`: it needs one. */
  print(call: CallRecord): PrintedCall | undefined {
    const alike = this.printedLike(call).find(({ of }) => areAlike(of, call));
    return alike === undefined ? undefined : this.printed(call, alike.outline);
  }

  /** In steps: rules may be many. */
  *printFirst(call: CallRecord): Generator<undefined, PrintedCall> {
    const outline = JSON.stringify(yield* outlineOf(call));
    this.printedLike(call).push({ of: call, outline });
    return this.printed(call, outline);
  }

  private printedLike({ caller, client, hops, route }: CallRecord): Printed[] {
    const leaf = this.outlines.leaf([caller.tokenId, client ?? '', hops[0]?.target ?? route]);
    return (leaf.value ??= []);
  }

  private printed(call: CallRecord, outline: string): PrintedCall {
    const { accountId, requestId, hops } = call;
    const times = [micro(call.ms), micro(call.authMs), micro(call.upstreamMs)];
    for (const hop of hops) times.push(micro(hop.queueMs), micro(hop.connectMs), micro(hop.ms));
    const content = hops.some(({ raw }) => raw !== undefined)
      ? plainJson(hops.map(({ raw }) => (raw === undefined ? null : cleaned(raw, this.maxContentBytes))))
      : null;
    return { accountId, at: Math.round(call.at), requestId, times, outline, content };
  }
}

/** An outline and one of the calls that it is the outline of. */
interface Printed {
  readonly of: CallRecord;
  readonly outline: string;
}

/** Whether two calls have the same outline: a text made of each to compare would cost more than all else that is written of it. */
function areAlike(one: CallRecord, other: CallRecord): boolean {
  return (
    one.caller.tokenId === other.caller.tokenId &&
    one.caller.kind === other.caller.kind &&
    one.caller.userId === other.caller.userId &&
    one.caller.appId === other.caller.appId &&
    one.caller.grantId === other.caller.grantId &&
    one.client === other.client &&
    one.method === other.method &&
    one.route === other.route &&
    one.status === other.status &&
    one.problem === other.problem &&
    one.hops.length === other.hops.length &&
    one.hops.every((hop, index) => areHopsAlike(hop, other.hops[index]))
  );
}

function areHopsAlike(one: HopRecord, other: HopRecord | undefined): boolean {
  return (
    one.server === other?.server &&
    one.method === other.method &&
    one.target === other.target &&
    one.attempts === other.attempts &&
    one.transport === other.transport &&
    one.protocolVersion === other.protocolVersion &&
    one.problem === other.problem &&
    one.isError === other.isError &&
    one.isWaiting === other.isWaiting &&
    one.grant === other.grant &&
    isSameJson(one.why, other.why) &&
    isSameJson(one.cause, other.cause)
  );
}

function isSameJson(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export function recordIn({ requestId, accountId, at, times, outline, content }: KeptCall): CallRecord {
  const { hops, problem, client, ...rest } = outline as CallOutline;
  const contents = (content ?? []) as readonly (RecordedContent | null)[];
  const [ms = 0, authMs = 0, upstreamMs = 0, ...ofHops] = times;
  return {
    ...{ requestId, accountId, at, problem, client, ...rest, ms, authMs, upstreamMs },
    hops: hops.map(({ server: { rule = '', ...server }, ...hop }, index) => ({
      ...hop,
      queueMs: ofHops[index * 3] ?? 0,
      connectMs: ofHops[index * 3 + 1] ?? 0,
      ms: ofHops[index * 3 + 2] ?? 0,
      server: { ...server, policy: { ruling: () => told(rule) } },
      content: contents[index] ?? undefined,
    })),
  };
}

function* outlineOf(call: CallRecord): Generator<undefined, CallOutline> {
  const { caller, method, route, status, problem } = call;
  const client = call.client === undefined ? undefined : storableText(call.client, 64);
  const hops: HopOutline[] = [];
  for (const hop of call.hops) hops.push(yield* hopOutline(hop));
  return { caller, client, method, route, status, problem, hops };
}

function* hopOutline(hop: HopRecord): Generator<undefined, HopOutline> {
  const { method, target, attempts, transport, protocolVersion, problem } = hop;
  const { isError, isWaiting, why, grant, cause } = hop;
  const { id, handle, label, trust, credentials, app, policy } = hop.server;
  const rule = method === 'tools/call' && target !== undefined ? yield* policy.ruling(target) : undefined;
  return {
    server: {
      ...{ id, handle, label, trust, credentials, rule },
      ...(app === undefined ? {} : { app: { id: app.id } }),
    },
    ...{ method, attempts, transport, protocolVersion, problem, isError, isWaiting, why, grant, cause },
    target: target === undefined ? undefined : storableText(target, maxName),
  };
}

/** To the microsecond: more digits tell nothing. */
function micro(ms: number): number {
  return Math.round(ms * 1000) / 1000 || 0;
}

/** The rule that decided then. */
function* told(rule: string): Generator<undefined, string> {
  yield undefined;
  return rule;
}

function cleaned(
  { arguments: args, result }: NonNullable<HopRecord['raw']>,
  maxBytes: number,
): RecordedContent {
  const [given, isArgumentsCut] = part(args, maxBytes);
  const [answered, isResultCut] = part(result, maxBytes);
  return {
    ...(given === undefined ? {} : { arguments: given }),
    ...(answered === undefined ? {} : { result: answered }),
    ...(isArgumentsCut ? { argumentsCut: true } : {}),
    ...(isResultCut ? { resultCut: true } : {}),
  };
}

/** A value without what looks like a secret, and whether it is only the beginning of its text. */
function part(value: unknown, maxBytes: number): [unknown, boolean] {
  if (value === undefined) return [undefined, false];
  const text = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  if (text.length > longestRead) return ['', true];
  const clean = redactKept(JSON.parse(text.toString()) as unknown);
  const printed = JSON.stringify(clean);
  return Buffer.byteLength(printed) <= maxBytes
    ? [clean, false]
    : [
        Buffer.from(printed)
          .subarray(0, maxBytes)
          .toString()
          .replace(/\uFFFD{1,3}$/, ''),
        true,
      ];
}

/** JSON that any database takes as text. */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('\\u0000', '');
}
