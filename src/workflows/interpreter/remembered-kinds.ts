/** Kinds of tasks whose ends runs remember; all others are carried out anew at each replay. */
export const rememberedKinds: ReadonlySet<unknown> = new Set(['call', 'run', 'wait', 'listen', 'emit']);
