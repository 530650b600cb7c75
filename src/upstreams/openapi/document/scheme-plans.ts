import { headerFault, isReservedHeader } from '../../../apps/document/header-rules.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import { nearestOf } from '../../../kernel/text/nearest.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { SchemePlan } from '../request/operation-plan.js';
import type { ReadDocument } from './read-document.js';

/** Where the values of the declaration go, by the security schemes of the document that they are for. Throws a `LinkFailure` for a name that is none of them. */
export function schemePlans(
  { securitySchemes }: ReadDocument,
  names: readonly string[],
): ReadonlyMap<string, SchemePlan> {
  const known = securitySchemes.map(([name]) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw notAScheme(unknown, known);
  const found = securitySchemes.flatMap(([name, scheme]): [string, SchemePlan][] => {
    const plan = names.includes(name) ? planOf(scheme) : undefined;
    return plan === undefined ? [] : [[name, plan]];
  });
  return new Map(found);
}

function notAScheme(name: string, known: readonly string[]): LinkFailure {
  const near = nearestOf(name, known);
  const hint = near === undefined ? '' : `; did you mean ${quoted(near)}?`;
  return new LinkFailure(
    'bad-answer',
    `the OpenAPI document has no security scheme ${quoted(name)}, which "credentials" names${hint}`,
  );
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
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
