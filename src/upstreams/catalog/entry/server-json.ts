import { z } from 'zod';

/**
 * An entry as registries have it: `server.json` of 2025-12-11 (https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json),
 * as far as the gateway uses it. Strangers wrote it: all of it is bounded, and what is not named here is left out.
 */
const line = (max: number) => z.string().max(max);
const list = <T extends z.ZodType>(of: T) => z.array(of).max(100);

const inputShape = {
  description: line(4096).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  value: line(8192).optional(),
  default: line(8192).optional(),
  placeholder: line(1024).optional(),
  choices: list(line(1024)).optional(),
};

/** What somebody who adds the server is asked for, or a value that is fixed. */
export const EntryInput = z.object(inputShape);
export type EntryInput = z.infer<typeof EntryInput>;

const variables = z.record(line(256), EntryInput).optional();
const NamedValue = z.object({ ...inputShape, variables, name: line(256).min(1) });
export type NamedValue = z.infer<typeof NamedValue>;

const Argument = z.object({
  ...inputShape,
  variables,
  type: z.enum(['positional', 'named']),
  name: line(256).optional(),
  valueHint: line(256).optional(),
  isRepeated: z.boolean().optional(),
});
export type Argument = z.infer<typeof Argument>;

const transportShape = {
  type: line(64),
  url: line(2048).optional(),
  headers: list(NamedValue).optional(),
};

const Package = z.object({
  registryType: line(64),
  registryBaseUrl: line(2048).optional(),
  identifier: line(2048).min(1),
  version: line(255).optional(),
  fileSha256: z
    .string()
    .regex(/^[a-f0-9]{64}$/)
    .optional(),
  runtimeHint: line(256).optional(),
  transport: z.object(transportShape),
  runtimeArguments: list(Argument).optional(),
  packageArguments: list(Argument).optional(),
  environmentVariables: list(NamedValue).optional(),
});
export type Package = z.infer<typeof Package>;

const Remote = z.object({ ...transportShape, variables });
export type Remote = z.infer<typeof Remote>;

const maxNameLength = 200;
const nameForm = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;

export function isEntryName(text: string): boolean {
  return text.length >= 3 && text.length <= maxNameLength && nameForm.test(text);
}

export const ServerJson = z
  .object({
    $schema: line(2048).optional(),
    name: z.string().max(maxNameLength).refine(isEntryName, 'must be namespace/name'),
    description: line(4096),
    title: line(256).optional(),
    version: line(255).min(1),
    websiteUrl: line(2048).optional(),
    repository: z.object({ url: line(2048), source: line(256).optional() }).optional(),
    packages: list(Package).optional(),
    remotes: list(Remote).optional(),
  })
  .meta({
    id: 'RegistryServer',
    description: 'An entry in the format of the official registry (`server.json`)',
  });
export type ServerJson = z.infer<typeof ServerJson>;
