import type { CommandSession } from '../session.js';

/** The app that is meant, as a query; a key has its own and names none. */
export function meantApp(session: CommandSession): { readonly app?: string } {
  const app = session.findApp();
  if (app !== undefined) return { app };
  return session.connection.token?.text.startsWith('gta_') === true ? {} : { app: session.getApp() };
}
