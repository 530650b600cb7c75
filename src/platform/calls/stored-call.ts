import type { CalledServer } from '../../kernel/hop.js';
import { storableText } from '../../kernel/text/storable-text.js';
import { redact, redactText } from '../logging/redact.js';
import type { CallRecord, HopRecord, RecordedContent } from './call-record.js';
import type { CallRow } from './call-store.port.js';

/** Longer contents are not taken apart, so nothing of them can be shown: what is secret in them would not be found. */
const longestRead = 262_144;
const maxName = 256;

interface StoredHop extends Omit<HopRecord, 'server' | 'raw' | 'content'> {
  readonly server: Omit<CalledServer, 'policy'> & { readonly rule?: string | undefined };
}
type StoredData = Omit<CallRecord, 'requestId' | 'accountId' | 'at' | 'hops'> & {
  readonly hops: readonly StoredHop[];
};

/** A call as it is kept, in steps: rules may be many. */
export function* storing(
  call: CallRecord,
  id: string,
  maxContentBytes: number,
): Generator<undefined, CallRow> {
  const { requestId, accountId, at, hops, ...rest } = call;
  const stored: StoredHop[] = [];
  for (const one of hops) {
    const { server, target } = one;
    const hop = { ...one, raw: undefined };
    const { policy, handle, label, trust, credentials, app } = server;
    const isJudged = target !== undefined && hop.method === 'tools/call';
    const rule = isJudged ? yield* policy.ruling(target) : undefined;
    stored.push({
      ...hop,
      target: target === undefined ? undefined : storableText(target, maxName),
      server: {
        ...{ id: server.id, handle, label, trust, credentials, rule },
        ...(app === undefined ? {} : { app: { id: app.id } }),
      },
    });
  }
  const client = rest.client === undefined ? undefined : storableText(rest.client, 64);
  const contents = hops.map(({ raw }) => raw && cleaned(raw, maxContentBytes));
  return {
    ...{ id, accountId, at: Math.round(at), requestId },
    userId: call.caller.userId ?? null,
    data: JSON.stringify({ ...rest, client, hops: stored } satisfies StoredData),
    content: contents.some((content) => content !== undefined)
      ? plainJson(contents.map((content) => content ?? null))
      : null,
  };
}

export function recordIn({ requestId, accountId, at, data, content }: CallRow): CallRecord {
  const { hops, problem, client, ...rest } = JSON.parse(data) as StoredData;
  const contents = content === null ? [] : (JSON.parse(content) as (RecordedContent | null)[]);
  return {
    ...{ requestId, accountId, at, problem, client, ...rest },
    hops: hops.map(({ server: { rule = '', ...server }, ...hop }, index) => ({
      ...hop,
      server: { ...server, policy: { ruling: () => told(rule) } },
      content: contents[index] ?? undefined,
    })),
  };
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
  const clean = redacted(JSON.parse(text.toString()));
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

function redacted(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  return typeof value === 'object' && value !== null ? redact(value) : value;
}

/** JSON that any database takes as text. */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('\\u0000', '');
}
