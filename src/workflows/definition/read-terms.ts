import type { Role } from '../../kernel/principal.js';
import type { Cursor } from './cursor.js';
import type { Approvers, CallTask } from './workflow-definition.js';

/** What `metadata` says of a call. */
export function readTerms(cursor: Cursor): Pick<CallTask, 'idempotent' | 'approvers'> {
  const metadata = cursor.at('metadata');
  return {
    idempotent: metadata.at('idempotent').optionalBoolean(),
    approvers: readApprovers(metadata.at('approvers')),
  };
}

const roles = ['owner', 'admin', 'member'];

/** `metadata.approvers: { roles, except: starter }` */
export function readApprovers(cursor: Cursor): Approvers | undefined {
  if (!cursor.isPresent || cursor.object(['roles', 'except']) === undefined) return undefined;
  const except = cursor.at('except');
  except.must(!except.isPresent || except.value === 'starter', 'must be starter');
  const listed = cursor.at('roles');
  if (listed.isPresent)
    listed.must(
      Array.isArray(listed.value) &&
        listed.value.length > 0 &&
        listed.value.every((role) => roles.includes(role as string)),
      `must be a list of some of ${roles.join(', ')}`,
    );
  return {
    exceptStarter: except.isPresent,
    ...(listed.isPresent ? { roles: listed.value as readonly Role[] } : {}),
  };
}
