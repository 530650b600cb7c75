import { createHash } from 'node:crypto';
import type { Role } from '../../kernel/principal.js';

/** Globs over the server's own names of tools: all, or those of `allow`, without those of `deny`. */
export interface GrantedTools {
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
}

/** Whom a grant names: exactly one of these. */
export interface GrantSubject {
  /** `usr_…`. */
  readonly member?: string | undefined;
  readonly role?: Role | undefined;
  /** A provider and a glob over its groups (`corp:eng-*`). */
  readonly group?: string | undefined;
  /** `app_…`, whose keys it is for. */
  readonly app?: string | undefined;
}

/** Servers, by globs over their handles, and of these the tools that somebody may use. */
export interface ServerGrant extends GrantSubject {
  readonly servers: readonly string[];
  readonly tools?: GrantedTools | undefined;
}

/** Stands for all workflows where servers have their handle. */
export const workflowsHandle = 'workflows';

/** The tool that runs what a model writes, beside the workflows; none of them can have this name. */
export const programTool = 'run_workflow';

/** The same text for the same grant. */
export function printGrant({ member, role, group, app, servers, tools }: ServerGrant): string {
  const kept = tools === undefined ? undefined : { allow: tools.allow, deny: tools.deny };
  return JSON.stringify({ member, role, group, app, servers, tools: kept });
}

/** How many globs it has. */
export function globsOf({ servers, tools: { allow = [], deny = [] } = {} }: ServerGrant): number {
  return servers.length + allow.length + deny.length;
}

export function digestOfGrant(printed: string): string {
  return createHash('sha256').update(printed).digest('base64url');
}

/** Whom it names, in words: `role member`. */
export function subjectOf({ member, role, group, app }: GrantSubject): string {
  if (member !== undefined) return `member ${member}`;
  if (role !== undefined) return `role ${role}`;
  return group === undefined ? `app ${app ?? ''}` : `group ${group}`;
}
