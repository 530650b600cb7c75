import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Page } from '../../kernel/page.js';
import { Instant } from '../../platform/http/bodies/instant.dto.js';
import { JsonValueSchema } from '../../platform/http/bodies/json-value.dto.js';
import { appConfigProperties } from '../document/app-config-json-schema.js';
import type { Author, AuthoredVersion, VersionSummary } from './app-store.port.js';
import { plainText } from '../document/text-patterns.js';

/** A config as it comes in: an object; all that is wrong inside is said with 422, not 400. */
export const ConfigInput = z.custom<JsonObject>(isJsonObject, 'must be an object').meta({
  description: 'Checked against /schemas/app-config-1.json: `invalid-config` names every fault',
  allOf: [{ $ref: '#/components/schemas/AppConfig' }],
});

export const Etag = z.string().max(64).describe('Strong entity tag with its quotes');

const Version = z.int().min(1).max(2_147_483_647);

const Message = z
  .string()
  .max(500)
  .regex(plainText, 'must not have control characters')
  .describe('What the change is for, as in a commit');

export const ConfigQuery = z.strictObject({
  version: z.coerce.number().int().min(1).max(2_147_483_647).optional().describe('An older version'),
});

/** Asks for a config to be taken although credentials stand in it in plain. */
const AllowLiterals = z
  .enum(['true', 'false'])
  .default('false')
  .describe('`true` saves credentials in plain text, which is refused otherwise: they stay in the history');

export const LiteralsQuery = z.strictObject({ allowLiterals: AllowLiterals });

export const VersionParam = z.coerce.number().int().min(1).max(2_147_483_647);

export const DryRunQuery = z.strictObject({
  allowLiterals: AllowLiterals,
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true` says what would change and changes nothing'),
});

export const SaveConfigRequest = z
  .strictObject({
    config: ConfigInput,
    version: Version.optional().describe('The version that this one builds on, instead of `If-Match`'),
    message: Message.optional(),
  })
  .meta({ id: 'SaveConfigRequest' });
export type SaveConfigRequest = z.infer<typeof SaveConfigRequest>;

export const RollbackRequest = z
  .strictObject({ version: Version.describe('The version to bring back'), message: Message.optional() })
  .meta({ id: 'RollbackRequest' });
export type RollbackRequest = z.infer<typeof RollbackRequest>;

/** Typed for OpenAPI by the schema that configs are checked against. */
const AppConfigOutput = z.looseObject({}).meta({
  id: 'AppConfig',
  description: 'The config of an app; /schemas/app-config-1.json says all of it',
  properties: appConfigProperties(),
});

const AuthorSchema = z
  .object({ id: z.string().max(36), email: z.string().max(254), name: z.string().max(100) })
  .nullable()
  .describe('`null`: somebody who has been removed');

const versionShape = {
  version: z.int(),
  etag: Etag,
  updatedAt: Instant,
  updatedBy: AuthorSchema,
  message: z.string().max(500).optional(),
  restoredFrom: z.int().optional().describe('The version that a rollback brought back'),
  blankedAt: Instant.optional().describe('When its content was erased'),
};

export const ConfigSchema = z.object({ ...versionShape, config: AppConfigOutput }).meta({ id: 'Config' });

export const ConfigVersionPageSchema = z
  .object({
    versions: z.array(z.object(versionShape).meta({ id: 'ConfigVersion' })),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'ConfigVersionPage' });

export const ConfigOutcomeSchema = z
  .object({
    version: z.int(),
    etag: Etag,
    changes: z.array(
      z.object({
        op: z.enum(['add', 'remove', 'replace']),
        path: z.string().describe('RFC 6901 pointer into the config'),
        before: JsonValueSchema.optional(),
        after: JsonValueSchema.optional(),
      }),
    ),
    warnings: z.array(z.object({ code: z.string(), pointer: z.string(), detail: z.string() })),
    config: AppConfigOutput,
  })
  .meta({ id: 'ConfigOutcome' });

export function toConfig(version: AuthoredVersion): z.infer<typeof ConfigSchema> {
  return { ...toVersion(version), config: JSON.parse(version.content) as JsonObject };
}

export function toVersionPage({
  items,
  nextCursor,
}: Page<VersionSummary>): z.infer<typeof ConfigVersionPageSchema> {
  return { versions: items.map(toVersion), ...(nextCursor === undefined ? {} : { nextCursor }) };
}

interface VersionView {
  version: number;
  etag: string;
  updatedAt: string;
  updatedBy: Author | null;
  message?: string;
  restoredFrom?: number;
  blankedAt?: string;
}

function toVersion({
  version,
  etag,
  createdAt,
  author,
  message,
  restoredFrom,
  blankedAt,
}: VersionSummary): VersionView {
  return {
    ...{ version, etag, updatedAt: new Date(createdAt).toISOString(), updatedBy: author ?? null },
    ...(message === null ? {} : { message }),
    ...(restoredFrom === null ? {} : { restoredFrom }),
    ...(blankedAt === null ? {} : { blankedAt: new Date(blankedAt).toISOString() }),
  };
}
