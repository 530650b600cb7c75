import type { GrantReach, Principal } from './principal.js';

/** A server, as far as it matters to whom it is open. */
interface Reached {
  readonly id: string;
  readonly handle: string;
  readonly app?: { readonly id: string };
}

/** How far a program reaches; `undefined` for people and keys, whom no grant narrows. */
export function reachOf(principal: Principal): GrantReach | undefined {
  return principal.kind === 'user' ? principal.grant : undefined;
}

/** Whether a caller's grant lets it use an app as a whole. */
export function reachesApp(principal: Principal, appId: string): boolean {
  const reach = reachOf(principal);
  if (reach === undefined) return true;
  const { resource, apps } = reach;
  const isBoundTo = resource === undefined || (resource.kind === 'app' && resource.appId === appId);
  return isBoundTo && (apps === undefined || apps.has(appId));
}

/** Whether a caller's grant lets it use a server. */
export function reachesServer(principal: Principal, { id, handle, app }: Reached): boolean {
  const reach = reachOf(principal);
  if (reach === undefined) return true;
  const { resource, servers, apps } = reach;
  const isBoundTo =
    resource === undefined ||
    (resource.kind === 'server' ? resource.serverId === id : resource.appId === app?.id);
  return (
    isBoundTo &&
    (servers === undefined || servers.has(handle)) &&
    (app === undefined || apps === undefined || apps.has(app.id))
  );
}

/** Whether a token is for one resource only: anything else is refused as for somebody without a token. */
export function isBound(principal: Principal): boolean {
  return reachOf(principal)?.resource !== undefined;
}

/** The same caller with all that the person reaches, for those who look something up and judge themselves what of it a grant shows. */
export function withoutGrant(principal: Principal): Principal {
  if (principal.kind === 'app') return principal;
  const { grant, ...person } = principal;
  return grant === undefined ? principal : person;
}
