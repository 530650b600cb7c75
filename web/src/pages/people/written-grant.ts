import type { ServerGrant } from '../../api/models.ts';

export type SubjectKind = 'role' | 'member' | 'group' | 'app';

/** A grant as it is typed. */
export interface WrittenGrant {
  readonly kind: SubjectKind;
  readonly name: string;
  readonly servers: string;
  readonly only: string;
  readonly without: string;
}

/** What is typed as the gateway takes it; globs stand with commas or spaces between them. */
export function readGrant({ kind, name, servers, only, without }: WrittenGrant): ServerGrant {
  const [allow, deny] = [globs(only), globs(without)];
  const tools = { ...(allow.length > 0 && { allow }), ...(deny.length > 0 && { deny }) };
  return {
    [kind]: name.trim(),
    servers: globs(servers),
    ...(Object.keys(tools).length > 0 && { tools }),
  };
}

/** The words of `gantry access add` and `rm`. */
export function commandWords(grant: ServerGrant): string[] {
  const { member, role, group, app, servers, tools } = grant;
  const [kind, name] = Object.entries({ role, group, app }).find(([, one]) => one !== undefined) ?? [];
  return [
    kind === undefined ? (member ?? '') : `${kind}:${name ?? ''}`,
    servers.join(','),
    ...(tools?.allow === undefined ? [] : ['--allow', tools.allow.join(',')]),
    ...(tools?.deny === undefined ? [] : ['--deny', tools.deny.join(',')]),
  ];
}

function globs(text: string): string[] {
  return text.split(/[\s,]+/).filter((glob) => glob !== '');
}
