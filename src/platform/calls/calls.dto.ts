import { z } from 'zod';
import type { Page } from '../../kernel/page.js';
import type { Principal } from '../../kernel/principal.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { PageQuery } from '../pages/page-query.dto.js';
import { Instant } from '../http/bodies/instant.dto.js';
import type { CallRecord, HopRecord } from './call-record.js';

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
    outcome: z
      .enum(['answered', 'failed', 'refused'])
      .describe('`refused`: the server was not asked, `problem` says why'),
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

/** `?server=&tool=&status=` beside those of every list. */
export const CallQuery = PageQuery.extend({
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
    .describe('`ok`, `error` (refused or failed, also in an answer of 200), or an HTTP status'),
});
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
  const { requestId, principal, at, method, route, status, problem, ms, authMs, upstreamMs } = record;
  const grantId = principal.kind === 'user' ? principal.grant?.grantId : undefined;
  return {
    ...{ requestId, at: new Date(at).toISOString(), method, route, status },
    ...(problem === undefined ? {} : { problem }),
    caller: {
      kind: principal.kind,
      tokenId: principal.tokenId,
      ...(principal.kind === 'user' ? { userId: principal.userId } : { appId: principal.appId }),
      ...(grantId === undefined ? {} : { grantId }),
    },
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
  const { server, method, target, problem, attempts, transport, protocolVersion, why } = hop;
  const isJudged = target !== undefined && method === 'tools/call';
  const isOwn = server.trust === 'tenant' || (reader.kind === 'user' && reader.operator);
  return {
    server: { id: server.id, handle: server.handle },
    method,
    ...(target === undefined ? {} : { target }),
    ...(isJudged ? { rule: yield* server.policy.ruling(target) } : {}),
    ...(why === undefined || why.length === 0 ? {} : { why: [...why] }),
    outcome: problem === undefined ? 'answered' : attempts === 0 ? 'refused' : 'failed',
    ...(problem === undefined ? {} : { problem }),
    // How the operator's servers are signed in to is not for tenants.
    credentials: isOwn ? [...server.credentials] : [],
    ...(transport === undefined || protocolVersion === undefined
      ? {}
      : { connection: { transport, protocolVersion, reused: hop.connectMs === 0 } }),
    attempts,
    queueMs: rounded(hop.queueMs),
    connectMs: rounded(hop.connectMs),
    ms: rounded(hop.ms),
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
