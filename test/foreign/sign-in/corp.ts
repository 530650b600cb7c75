import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';

/** The rules of the issuer `corp`: for members, admins, and an address. */
export const corpRules = [
  { claim: 'groups', match: 'staff-*', account: 'operator', role: 'member' },
  { claim: 'realm.roles', match: 'chief', account: 'operator', role: 'admin' },
  { claim: 'email', match: '*@rule.example', account: 'operator', role: 'member' },
];
export const corpDomains = ['example.com', 'rule.example'];

let count = 0;

/** Somebody whom the issuer has not named before. */
export function somebody(more: Json = {}): Json {
  const name = `kim${String(++count)}`;
  return { sub: name, email: `${name}@example.com`, email_verified: true, name, ...more };
}

export async function membersOf(gateway: GatewayClient): Promise<Json[]> {
  return (await gateway.json('/api/cli/members?limit=100')).body['members'] as Json[];
}

export async function memberLike(gateway: GatewayClient, { email }: Json): Promise<Json | undefined> {
  return (await membersOf(gateway)).find((member) => member['email'] === email);
}

/** Of the audit log, newest first. */
export async function eventsOf(gateway: GatewayClient, action: string): Promise<Json[]> {
  return (await gateway.json(`/api/audit?action=${action}`)).body['events'] as Json[];
}
