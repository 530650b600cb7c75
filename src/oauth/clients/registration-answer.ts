import { grantScopes } from '../../kernel/principal.js';
import { deviceCodeGrantType } from '../protocol/grant-types.js';

const grantTypes = ['authorization_code', 'refresh_token'];
const scopes = [...grantScopes, 'offline_access'];
const defaultScope = grantScopes.join(' ');

/** What a client may ask tokens by: code and refresh always, the device flow if it says so. */
export function grantTypesOf(asked: readonly string[]): readonly string[] {
  return asked.includes(deviceCodeGrantType) ? [...grantTypes, deviceCodeGrantType] : grantTypes;
}

/** The scopes of a registration that programs can get; `undefined` when it names none. */
export function scopeOf(asked: string | null | undefined): string | undefined {
  if (asked === null || asked === undefined || asked.trim() === '') return undefined;
  const names = new Set(asked.split(' '));
  const known = scopes.filter((scope) => names.has(scope));
  return known.some((scope) => scope.startsWith('tools:'))
    ? known.join(' ')
    : [defaultScope, ...known].join(' ');
}
