import { z } from 'zod';
import { exposedName } from '../apps/exposed-name.js';
import type { ToolChange } from '../upstreams/pins/tool-drift.js';
import { pinnedMembers } from '../upstreams/pins/tool-fingerprint.js';
import type { RegisteredServer } from '../upstreams/registered-server.js';
import { ServerReport } from './sdk.dto.js';
import type { AppDrift, ServerDrift } from './app-drift.js';

const Change = z
  .object({
    name: z.string().describe('As the app’s callers know it'),
    tool: z.string().describe('As the server calls it'),
    kind: z.enum(['changed', 'added', 'removed']),
    members: z.array(z.enum(pinnedMembers)).describe('What is different about a changed tool'),
    before: z.string().optional().describe('Beginning of the accepted description'),
    after: z.string().optional().describe('Beginning of the present description'),
    blocked: z.boolean().describe('Hidden and refused until it is accepted'),
  })
  .meta({ id: 'ToolChange' });

const Warning = z
  .object({
    tool: z.string(),
    member: z.enum(['name', ...pinnedMembers]),
    characters: z.array(z.string()).describe('Characters that people do not see, as `U+200B`'),
  })
  .meta({ id: 'ToolWarning' });

const DriftOfServer = ServerReport.extend({
  set: z
    .string()
    .optional()
    .describe('Digest of all tools as they are now; accept with it what you have reviewed'),
  pinnedAt: z.iso.datetime().optional(),
  acceptedBy: z
    .string()
    .optional()
    .describe('User; absent while the tools are pinned as they were first seen'),
  changes: z.array(Change),
  warnings: z.array(Warning),
}).meta({ id: 'ServerDrift' });

export const Drift = z
  .object({
    pinning: z.enum(['off', 'warn', 'block']),
    drifted: z.boolean(),
    servers: z.array(DriftOfServer),
  })
  .meta({ id: 'ToolDrift' });
export type Drift = z.infer<typeof Drift>;

export const AcceptRequest = z
  .strictObject({
    server: z
      .string()
      .min(1)
      .max(63)
      .optional()
      .describe('Name of the one server; all that answer when absent'),
    tools: z
      .array(z.string().min(1).max(256))
      .max(10_000)
      .optional()
      .describe('Only these tools of `server`, as the server calls them'),
    set: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('The `set` that was reviewed; another one by now is 409'),
  })
  .refine(({ server, tools, set }) => server !== undefined || (tools === undefined && set === undefined), {
    message: 'must be there with `tools` or `set`',
    path: ['server'],
  })
  .meta({ id: 'AcceptToolsRequest' });
export type AcceptRequest = z.infer<typeof AcceptRequest>;

export function toDrift({ pinning, servers }: AppDrift): Drift {
  return {
    pinning,
    drifted: servers.some(({ drift }) => drift !== undefined && drift.changes.length > 0),
    servers: servers.map((server) => toServerDrift(server, pinning === 'block')),
  };
}

function toServerDrift(
  { server, report, pin, drift }: ServerDrift,
  blocks: boolean,
): Drift['servers'][number] {
  return {
    ...report,
    set: drift?.digest,
    pinnedAt: pin === undefined ? undefined : new Date(pin.pinnedAt).toISOString(),
    acceptedBy: pin?.acceptedBy,
    changes: (drift?.changes ?? []).map((change) => toChange(change, server, blocks)),
    warnings: (drift?.warnings ?? []).map(({ characters, ...warning }) => ({
      ...warning,
      characters: [...characters],
    })),
  };
}

function toChange(
  { tool, kind, members, before, after }: ToolChange,
  { definition, policy }: RegisteredServer,
  blocks: boolean,
): Drift['servers'][number]['changes'][number] {
  const shown = String(policy.show({ name: tool })['name']);
  return {
    name: exposedName(definition.name, shown),
    ...{ tool, kind, members: [...members], before, after, blocked: blocks && kind !== 'removed' },
  };
}
