import type { Access } from '../../platform/security/access.js';

/** Who may look at apps, and who may change them: every person in the account whose token carries the scope. */
export const appsRead = { for: 'user', scope: 'apps:read' } as const satisfies Access;
export const appsWrite = { for: 'user', scope: 'apps:write' } as const satisfies Access;

/** Who may delete apps, and give or take the keys by which programs use them. */
export const appsAdmin = {
  for: 'user',
  scope: 'apps:write',
  roles: ['owner', 'admin'],
} as const satisfies Access;

/** Who may erase what a config once said. */
export const appsOwner = { for: 'user', scope: 'apps:write', roles: ['owner'] } as const satisfies Access;
