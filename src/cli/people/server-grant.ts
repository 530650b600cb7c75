import type { Gateway } from '../http/gateway.js';
import type { Success } from '../http/operation-types.js';
import type { Invocation } from '../invocation.js';
import { getMember } from './member.js';
import { roleNamed } from './role.js';

export type ListedGrant = Success<'get', '/api/cli/grants'>['grants'][number];

/** The grant that operands and options of a command describe: `role:member`, `group:corp:eng-*`, `app:shop`, or somebody's address or id. */
export async function grantIn(gateway: Gateway, invocation: Invocation): Promise<ListedGrant> {
  const [allow, deny] = [invocation.text('allow'), invocation.text('deny')].map(globs);
  return {
    ...(await subjectIn(gateway, invocation.arg(0))),
    servers: globs(invocation.arg(1)) ?? [],
    ...(allow === undefined && deny === undefined
      ? {}
      : { tools: { ...(allow === undefined ? {} : { allow }), ...(deny === undefined ? {} : { deny }) } }),
  };
}

/** Whom a grant names, as it is written on a command line. */
export function subjectText({ member, role, group, app }: ListedGrant): string {
  if (role !== undefined) return `role:${role}`;
  if (group !== undefined) return `group:${group}`;
  return app === undefined ? (member ?? '') : `app:${app}`;
}

async function subjectIn(gateway: Gateway, text: string): Promise<Omit<ListedGrant, 'servers' | 'tools'>> {
  const [, kind, name = ''] = /^(role|group|app):(.+)$/.exec(text) ?? [];
  if (kind === 'group') return { group: name };
  if (kind === 'app') return { app: name };
  if (kind === undefined) return { member: (await getMember(gateway, text)).id };
  return { role: roleNamed(name) };
}

function globs(text: string | undefined): string[] | undefined {
  return text?.split(',').map((glob) => glob.trim());
}
