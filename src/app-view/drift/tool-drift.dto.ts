import { z } from 'zod';
import { exposedName } from '../../apps/document/exposed-name.js';
import { pinKinds, pinnedMembers } from '../../upstreams/tools/pins/fingerprint.js';
import type { Verdict } from '../../upstreams/tools/pins/verdict.js';
import { ServerReportSchema } from '../sdk.dto.js';
import type { AppDrift, ServerDrift } from './app-drift.js';

const change = {
  kind: z.enum(['changed', 'added', 'removed']),
  before: z.string().optional().describe('Beginning of the accepted description'),
  after: z.string().optional().describe('Beginning of the present description'),
  blocked: z.boolean().describe('Hidden and refused until it is accepted'),
};
const members = z.array(z.enum(pinnedMembers)).describe('What is different about what has changed');
const name = z.string().describe('As the app’s callers know it');
const characters = z.array(z.string()).describe('Characters that people do not see, as `U+200B`');
const member = z.enum(['name', ...pinnedMembers]);

const Change = z
  .object({ name, tool: z.string().describe('As the server calls it'), members, ...change })
  .meta({ id: 'ToolChange' });
const Warning = z.object({ tool: z.string(), member, characters }).meta({ id: 'ToolWarning' });
const PromptChange = z
  .object({ name, prompt: z.string().describe('As the server calls it'), members, ...change })
  .meta({ id: 'PromptChange' });
const PromptWarning = z.object({ prompt: z.string(), member, characters }).meta({ id: 'PromptWarning' });
const InstructionsChange = z.object(change).meta({ id: 'InstructionsChange' });
const InstructionsWarning = z.object({ characters }).meta({ id: 'InstructionsWarning' });

const pinned = {
  set: z.string().optional().describe('Digest of all as they are now; accept with it what you have reviewed'),
  pinnedAt: z.iso.datetime().optional(),
  acceptedBy: z.string().optional().describe('User; absent while they are pinned as they were first seen'),
};

const DriftOfPrompts = z
  .object({ ...pinned, changes: z.array(PromptChange), warnings: z.array(PromptWarning) })
  .meta({ id: 'PromptDrift' });
const DriftOfInstructions = z
  .object({ ...pinned, changes: z.array(InstructionsChange), warnings: z.array(InstructionsWarning) })
  .meta({ id: 'InstructionsDrift' });

const DriftOfServer = ServerReportSchema.extend({
  ...pinned,
  changes: z.array(Change).describe('Of its tools, as `set`, `pinnedAt` and `acceptedBy` are'),
  warnings: z.array(Warning),
  prompts: DriftOfPrompts,
  instructions: DriftOfInstructions,
}).meta({ id: 'ServerDrift' });

export const Drift = z
  .object({
    pinning: z.enum(['off', 'warn', 'block']),
    drifted: z.boolean(),
    servers: z.array(DriftOfServer),
  })
  .meta({ id: 'ToolDrift' });
export type Drift = z.infer<typeof Drift>;

const names = z.array(z.string().min(1).max(256)).max(10_000).optional();

export const AcceptRequest = z
  .strictObject({
    server: z
      .string()
      .min(1)
      .max(63)
      .optional()
      .describe('Name of the one server; all that answer when absent'),
    kind: z
      .enum(pinKinds)
      .optional()
      .describe('Only these; absent, it is the kind of `tools`, `prompts` or (tools) `set`, else all kinds'),
    tools: names.describe('Only these tools of `server`, as the server calls them'),
    prompts: names.describe('Only these prompts of `server`, as the server calls them'),
    set: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('The `set` that was reviewed; another one by now is 409'),
  })
  .refine(
    ({ server, tools, prompts, set }) =>
      server !== undefined || (tools === undefined && prompts === undefined && set === undefined),
    { message: 'must be there with `tools`, `prompts` or `set`', path: ['server'] },
  )
  .refine(
    ({ kind, tools, prompts }) =>
      (tools === undefined || (kind ?? 'tools') === 'tools') &&
      (prompts === undefined || (kind ?? 'prompts') === 'prompts') &&
      (tools === undefined || prompts === undefined),
    { message: 'must be the kind of what is named', path: ['kind'] },
  )
  .meta({ id: 'AcceptToolsRequest' });
export type AcceptRequest = z.infer<typeof AcceptRequest>;

export function toDrift({ pinning, servers }: AppDrift): Drift {
  return {
    pinning,
    drifted: servers.some(({ verdicts }) =>
      Object.values(verdicts).some(({ drift }) => drift.changes.length > 0),
    ),
    servers: servers.map((server) => toServerDrift(server, pinning === 'block')),
  };
}

function toServerDrift(
  { server, report, verdicts: { tools, prompts, instructions } }: ServerDrift,
  blocks: boolean,
): Drift['servers'][number] {
  const { definition, policy } = server;
  const exposed = (shown: string) => exposedName(definition.name, shown);
  const parts = {
    tools: partsOf(tools, blocks),
    prompts: partsOf(prompts, blocks),
    instructions: partsOf(instructions, blocks),
  };
  return {
    ...report,
    ...parts.tools.pinned,
    changes: parts.tools.changes.map(({ name: tool, ...rest }) => ({
      ...{ name: exposed(String(policy.show({ name: tool })['name'])), tool },
      ...rest,
    })),
    warnings: parts.tools.warnings.map(({ name: tool, ...rest }) => ({ tool, ...rest })),
    prompts: {
      ...parts.prompts.pinned,
      changes: parts.prompts.changes.map(({ name: prompt, ...rest }) => ({
        ...{ name: exposed(prompt), prompt },
        ...rest,
      })),
      warnings: parts.prompts.warnings.map(({ name: prompt, ...rest }) => ({ prompt, ...rest })),
    },
    instructions: {
      ...parts.instructions.pinned,
      changes: parts.instructions.changes.map(({ kind, before, after, blocked }) => ({
        ...{ kind, before, after, blocked },
      })),
      warnings: parts.instructions.warnings.map(({ characters: hidden }) => ({ characters: hidden })),
    },
  };
}

function partsOf(verdict: Verdict | undefined, blocks: boolean) {
  const { pin, drift } = verdict ?? {};
  return {
    pinned: {
      set: drift?.digest,
      pinnedAt: pin === undefined ? undefined : new Date(pin.pinnedAt).toISOString(),
      acceptedBy: pin?.acceptedBy,
    },
    changes: (drift?.changes ?? []).map(({ members: different, ...rest }) => ({
      ...rest,
      members: [...different],
      blocked: blocks && rest.kind !== 'removed',
    })),
    warnings: (drift?.warnings ?? []).map((warning) => ({
      ...warning,
      characters: [...warning.characters],
    })),
  };
}
