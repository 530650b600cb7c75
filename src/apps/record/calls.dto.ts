import { z } from 'zod';
import type { Page } from '../../kernel/page.js';
import type { Principal } from '../../kernel/principal.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import type { CallRecord, HopRecord } from '../../platform/calls/call-record.js';
import { ExportFormat } from '../../platform/http/answers/export-reply.js';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import { JsonValueSchema } from '../../platform/http/bodies/json-value.dto.js';
import { PageQuery } from '../../platform/pages/page-query.dto.js';
import { Moment } from './moment.dto.js';

const milliseconds = z.number().min(0);

const HopSchema = z
  .object({
    server: z.object({ id: z.string(), handle: z.string() }),
    method: z.string().describe('MCP method, such as `tools/call`'),
    target: z.string().optional().describe("The tool or prompt, by the server's name for it"),
    rule: z
      .string()
      .optional()
      .describe('The rule of the policy, as it is now, that lets the tool through or denies it'),
    why: z
      .array(
        z.object({
          by: z.enum(['operator', 'app']).describe('Who wrote it'),
          pointer: z.string().describe("RFC 6901 pointer into the app's config or the operator's file"),
          decision: z.enum(['allow', 'deny', 'ask', 'redact', 'pass', 'change']),
          reason: z.string().optional(),
        }),
      )
      .optional()
      .describe('The rules, hooks and checks that decided about the call, with its caller and arguments'),
    grant: z
      .string()
      .optional()
      .describe(
        'Whose grant lets the caller use it, as `role member`, where grants narrow the caller; `none`',
      ),
    cause: z
      .object({
        kind: z.enum(['hook', 'notice']),
        by: z.enum(['operator', 'app']).describe('Who wrote the policy'),
        pointer: z.string().describe("RFC 6901 pointer into the app's config or the operator's file"),
        appId: z.string().optional().describe('The app whose config it is'),
        savedBy: z.string().optional().describe('The user (`usr_…`) who saved that config'),
      })
      .optional()
      .describe('The policy that made the exchange; absent: the caller did'),
    outcome: z
      .enum(['answered', 'failed', 'refused', 'waiting'])
      .describe(
        '`refused`: the server was not asked, `problem` says why; `waiting`: not until a person approves',
      ),
    isError: z.literal(true).optional().describe('The tool answered with an error'),
    problem: z.string().optional().describe('Code of the problem'),
    credentials: z
      .array(z.string())
      .describe("Names of the app's secrets, or of the operator's headers or variables, never values"),
    connection: z
      .object({ transport: z.string(), protocolVersion: z.string(), reused: z.boolean() })
      .optional(),
    attempts: z.number().int().min(0),
    queueMs: milliseconds.describe('Time in line behind other calls of the server'),
    connectMs: milliseconds.describe('Time until there was a connection; 0 when there was one'),
    ms: milliseconds.describe('All of it'),
    arguments: JsonValueSchema.optional(),
    argumentsCut: z.literal(true).optional().describe('`arguments` is the beginning of their text'),
    result: JsonValueSchema.optional(),
    resultCut: z.literal(true).optional().describe('`result` is the beginning of its text'),
  })
  .meta({ id: 'CallHop', description: 'One exchange with an MCP server' });

export const CallSchema = z
  .object({
    requestId: z.string().max(128),
    at: Instant,
    method: z.string(),
    route: z.string(),
    status: z.number().int(),
    problem: z.string().optional().describe('Code of the problem'),
    caller: z.object({
      kind: z.enum(['user', 'app']),
      tokenId: z.string(),
      userId: z.string().optional(),
      appId: z.string().optional(),
      grantId: z.string().optional().describe('Of a program that came in by OAuth'),
    }),
    client: z.string().optional().describe('What the program calls itself'),
    phases: z.object({
      authMs: milliseconds,
      upstreamMs: milliseconds.describe(
        'Waiting for MCP servers and models: in line, for a connection, for the answer',
      ),
      gatewayMs: milliseconds.describe('All else'),
      totalMs: milliseconds,
    }),
    hops: z.array(HopSchema),
  })
  .meta({ id: 'Call', description: 'How a call went, and why' });

/** What calls are found by. */
const filters = {
  server: z.string().min(1).max(130).optional().describe('Handle or `srv_…` id'),
  tool: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe("By the server's own name for it, or as `server__tool`"),
  status: z
    .string()
    .regex(/^(ok|error|[1-5]\d\d)$/)
    .max(5)
    .optional()
    .describe('`ok`, `error` (refused, failed or answered with `isError`), or an HTTP status'),
  app: z
    .string()
    .min(1)
    .max(63)
    .optional()
    .describe('Slug or id of the app whose key asked, or whose server was asked'),
  user: z.string().min(1).max(254).optional().describe('Address or id of who asked'),
  client: z.string().min(1).max(64).optional().describe('What the program calls itself'),
  from: Moment.optional().describe('RFC 3339 or a date: begun then or later'),
  to: Moment.optional().describe('Begun before'),
  account: z.string().min(1).max(63).optional().describe('For operators: another account, by slug or id'),
};

export const CallQuery = PageQuery.extend(filters);
export const CallExportQuery = z.strictObject({ ...filters, format: ExportFormat });
export type CallExportQuery = z.infer<typeof CallExportQuery>;
export const CallAccount = z.strictObject({ account: filters.account });
export type CallAccount = z.infer<typeof CallAccount>;
export const CallErasure = z.strictObject({
  user: filters.user.unwrap().describe('Address or id of a person'),
});
export type CallErasure = z.infer<typeof CallErasure>;
export type CallQuery = z.infer<typeof CallQuery>;

export const CallPageSchema = z
  .object({ calls: z.array(CallSchema), nextCursor: z.string().optional() })
  .meta({ id: 'CallPage' });

/** Rules may be many: the one that decided is found in slices. */
export function toCall(reader: Principal, record: CallRecord): Promise<z.infer<typeof CallSchema>> {
  return inSlices(telling(reader, record));
}

function* tellingAll(
  reader: Principal,
  records: readonly CallRecord[],
): Generator<undefined, z.infer<typeof CallSchema>[]> {
  const told: z.infer<typeof CallSchema>[] = [];
  for (const record of records) {
    told.push(yield* telling(reader, record));
    yield undefined;
  }
  return told;
}

function* telling(reader: Principal, record: CallRecord): Generator<undefined, z.infer<typeof CallSchema>> {
  const told: z.infer<typeof HopSchema>[] = [];
  for (const hop of record.hops) told.push(yield* tellingHop(reader, hop));
  const { requestId, caller, client, at, method, route, status, problem, ms, authMs, upstreamMs } = record;
  const { kind, tokenId, userId, appId, grantId } = caller;
  return {
    ...{ requestId, at: new Date(at).toISOString(), method, route, status },
    ...(problem === undefined ? {} : { problem }),
    caller: {
      ...{ kind, tokenId },
      ...(userId === undefined ? {} : { userId }),
      ...(appId === undefined ? {} : { appId }),
      ...(grantId === undefined ? {} : { grantId }),
    },
    ...(client === undefined ? {} : { client }),
    phases: {
      authMs: rounded(authMs),
      upstreamMs: rounded(upstreamMs),
      gatewayMs: rounded(Math.max(0, ms - authMs - upstreamMs)),
      totalMs: rounded(ms),
    },
    hops: told,
  };
}

export async function toCallPage(
  reader: Principal,
  { items, nextCursor }: Page<CallRecord>,
): Promise<z.infer<typeof CallPageSchema>> {
  return {
    calls: await inSlices(tellingAll(reader, items)),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}

function* tellingHop(reader: Principal, hop: HopRecord): Generator<undefined, z.infer<typeof HopSchema>> {
  const { server, method, target, problem, attempts, transport, protocolVersion } = hop;
  const { why, grant, cause } = hop;
  const isJudged = target !== undefined && method === 'tools/call';
  const isOwn = server.trust === 'tenant' || (reader.kind === 'user' && reader.operator);
  return {
    server: { id: server.id, handle: server.handle },
    method,
    ...(target === undefined ? {} : { target }),
    ...(isJudged ? { rule: yield* server.policy.ruling(target) } : {}),
    ...(why === undefined || why.length === 0 ? {} : { why: [...why] }),
    ...(grant === undefined ? {} : { grant }),
    ...(cause === undefined ? {} : { cause: { ...cause } }),
    outcome: outcomeOf(hop),
    ...(problem === undefined ? {} : { problem }),
    ...(hop.isError ? { isError: true as const } : {}),
    // How the operator's servers are signed in to is not for tenants.
    credentials: isOwn ? [...server.credentials] : [],
    ...(transport === undefined || protocolVersion === undefined
      ? {}
      : { connection: { transport, protocolVersion, reused: hop.connectMs === 0 } }),
    attempts,
    queueMs: rounded(hop.queueMs),
    connectMs: rounded(hop.connectMs),
    ms: rounded(hop.ms),
    ...hop.content,
  };
}

function outcomeOf({ problem, attempts, isWaiting }: HopRecord): z.infer<typeof HopSchema>['outcome'] {
  if (problem === undefined) return 'answered';
  if (isWaiting) return 'waiting';
  return attempts === 0 ? 'refused' : 'failed';
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

export const callColumns = [
  ...['at', 'requestId', 'status', 'ok', 'problem', 'ms', 'kind', 'tokenId', 'userId', 'appId', 'client'],
  ...['method', 'route', 'server', 'asked', 'target', 'hops'],
] as const;

/** A call as a line of a table: of its exchanges the last that called a tool, or else the last. */
export function callCells(call: z.infer<typeof CallSchema>): (string | number | boolean | undefined)[] {
  const { at, requestId, status, problem, phases, caller, client, method, route, hops } = call;
  const hop = hops.findLast((one) => one.method === 'tools/call') ?? hops.at(-1);
  const ok =
    status < 400 &&
    problem === undefined &&
    hops.every(({ outcome, isError }) => ['answered', 'waiting'].includes(outcome) && isError !== true);
  const { kind, tokenId, userId, appId } = caller;
  return [
    ...[at, requestId, status, ok, problem, phases.totalMs, kind, tokenId, userId, appId, client],
    ...[method, route, hop?.server.handle, hop?.method, hop?.target, hops.length],
  ];
}
