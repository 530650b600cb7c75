import type { Scope } from '../../kernel/principal.js';

/** What a program needs to use an app; changing one takes a person. */
export const keyScopes = ['tools:read', 'tools:call'] as const satisfies readonly Scope[];
