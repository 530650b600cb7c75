import { CliFailure } from '../failure.js';
import type { ListedMember } from './member.js';

/** A role by its name. */
export function roleNamed(name: string): ListedMember['role'] {
  if (name === 'owner' || name === 'admin' || name === 'member') return name;
  throw new CliFailure(`There is no role ${name}.`, {
    code: 'usage',
    advice: ['Roles are owner, admin and member.'],
  });
}
