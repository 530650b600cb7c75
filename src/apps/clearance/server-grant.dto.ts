import { z } from 'zod';
import { groupForm, maxGroupName } from '../../accounts/identity/group-names.js';
import type { Fault } from '../../kernel/problems/problem.js';
import { issueText, pointerTo } from '../../platform/http/bodies/validate.js';
import { PageQuery, SearchWords } from '../../platform/pages/page-query.dto.js';
import type { ServerGrant } from './server-grant.js';

/** Most globs of one list, most grants of one request, and most faults that are told at once. */
const most = { globs: 200, grants: 100_000, faults: 100 };
const subjects = ['member', 'role', 'group', 'app'] as const;

const ServerGlob = z
  .string()
  .min(1)
  .max(130)
  .regex(/^[a-z0-9.*?-]+$/, 'must be a handle, or a glob with `*` and `?` over handles');
const NameGlob = z.string().min(1).max(256);
const globs = (of: z.ZodString) => z.array(of).max(most.globs);

/** A grant as people write it: the app by its slug. */
const ServerGrantShape = z
  .strictObject({
    member: z.string().max(36).optional().describe('Id of somebody in the account'),
    role: z.enum(['owner', 'admin', 'member']).optional(),
    group: z
      .string()
      .max(maxGroupName)
      .regex(groupForm, 'must name the provider and the group: `corp:engineering`')
      .optional()
      .describe(
        'Id of an identity provider, a colon, and a glob over its groups: `corp:engineering`. With `-` as the provider, it names no one',
      ),
    app: z.string().max(63).optional().describe('Slug of an app, whose keys are narrowed'),
    servers: globs(ServerGlob).min(1).describe('Globs over handles; `workflows` stands for the workflows'),
    tools: z
      .strictObject({ allow: globs(NameGlob).optional(), deny: globs(NameGlob).optional() })
      .optional()
      .describe("Globs over the servers' own names of tools; without it, all"),
  })
  .refine((grant) => subjects.filter((kind) => grant[kind] !== undefined).length === 1, {
    error: 'must name exactly one of member, role, group and app',
  });

const ServerGrantSchema = ServerGrantShape.meta({ id: 'ServerGrant', minProperties: 2 });

/** Grants as they come in: a list; all that is wrong inside is said with 422, not 400. */
const GrantsInput = z.custom<readonly unknown[]>(Array.isArray, 'must be an array').meta({
  type: 'array',
  items: { $ref: '#/components/schemas/ServerGrant' },
  maxItems: most.grants,
  description: '`invalid-grants` names every fault',
});

export const ReplaceGrantsRequest = z
  .strictObject({ grants: GrantsInput })
  .meta({ id: 'ReplaceServerGrantsRequest' });
export type ReplaceGrantsRequest = z.infer<typeof ReplaceGrantsRequest>;

export const ChangeGrantsRequest = z
  .strictObject({ add: GrantsInput.optional(), remove: GrantsInput.optional() })
  .meta({ id: 'ChangeServerGrantsRequest' });
export type ChangeGrantsRequest = z.infer<typeof ChangeGrantsRequest>;

const GrantedMemberSchema = z.object({
  id: z.string().max(36),
  email: z.string().max(254),
  name: z.string().max(200),
});

export const GrantsSchema = z
  .object({
    grants: z.array(ServerGrantSchema).max(most.grants),
    members: z
      .array(GrantedMemberSchema)
      .optional()
      .describe('Those whom the grants of a page name, of a list that is asked for in pages'),
    forPeople: z
      .boolean()
      .optional()
      .describe('Whether any grant of the account names people, of a list that is asked for in pages'),
    nextCursor: z.string().optional().describe('While there is more, of a list that is asked for in pages'),
  })
  .meta({ id: 'ServerGrants' });

/** Page by page when it says so, or looks for some. */
export const ServerGrantQuery = PageQuery.extend({
  limit: PageQuery.shape.limit
    .unwrap()
    .optional()
    .describe('Without it, a cursor and a filter: the whole list'),
  q: SearchWords.optional().describe(
    'Those that have these words in whom they name, their servers or their tools',
  ),
  server: z.string().min(1).max(130).optional().describe('Those that are about the server with this handle'),
});
export type ServerGrantQuery = z.infer<typeof ServerGrantQuery>;

/** The grants in a list, or what is wrong with it; `path`: where it stands. */
export function readGrants(
  list: readonly unknown[],
  path: string,
): { readonly grants: readonly ServerGrant[]; readonly faults: readonly Fault[] } {
  const grants: ServerGrant[] = [];
  const faults: Fault[] = [];
  if (list.length > most.grants)
    faults.push({ pointer: `/${path}`, detail: `must have at most ${String(most.grants)} grants` });
  else
    for (const [index, one] of list.entries()) {
      const { success, data, error } = ServerGrantShape.safeParse(one);
      if (success) grants.push(data);
      else for (const issue of error.issues) faults.push(...faultsOf(issue, [path, index]));
      if (faults.length >= most.faults) break;
    }
  return { grants, faults };
}

function faultsOf(issue: z.core.$ZodIssue, at: readonly PropertyKey[]): Fault[] {
  const pointer = pointerTo([...at, ...issue.path]);
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({
        pointer: pointer + pointerTo([key]),
        detail: 'is not a member of this object',
      }))
    : [{ pointer, detail: issueText(issue) }];
}
