import { headerFault, isReservedHeader } from '../../../apps/document/header-rules.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { SchemePlan } from '../request/operation-plan.js';
import type { ReadDocument } from './read-document.js';

/** Where the values of the declaration go, by the security schemes of the document that they are for. */
export function schemePlans(
  { securitySchemes }: ReadDocument,
  names: readonly string[],
): ReadonlyMap<string, SchemePlan> {
  const found = securitySchemes.flatMap(([name, scheme]): [string, SchemePlan][] => {
    const plan = names.includes(name) ? planOf(scheme) : undefined;
    return plan === undefined ? [] : [[name, plan]];
  });
  return new Map(found);
}

function planOf({ type, in: place, name, scheme }: JsonObject): SchemePlan | undefined {
  const bearer = { place: 'header', name: 'authorization', kind: 'bearer' } as const;
  if (type === 'oauth2' || type === 'openIdConnect') return bearer;
  if (type === 'http')
    return String(scheme).toLowerCase() === 'basic' ? { ...bearer, kind: 'basic' } : bearer;
  if (type !== 'apiKey' || typeof name !== 'string' || name === '') return undefined;
  if (place === 'query') return { place, name, kind: 'plain' };
  const isName = headerFault(name, '') === undefined && !isReservedHeader(name);
  return isName && (place === 'header' || place === 'cookie') ? { place, name, kind: 'plain' } : undefined;
}
