import type { RegisteredServer } from '../../declared/registered-server.js';

/** A server of an app that holds it to what it was. */
export type PinnedServer = RegisteredServer & Required<Pick<RegisteredServer, 'app'>>;

/** Operators' servers used directly are not pinned: there is nobody to accept. */
export function isPinned(server: RegisteredServer): server is PinnedServer {
  return server.app !== undefined && server.app.policies.toolPinning !== 'off';
}

/** Whether what has changed is kept from callers. */
export function blocksDrift({ app }: RegisteredServer): boolean {
  return app?.policies.toolPinning === 'block';
}
