const grantTypes = ['authorization_code', 'refresh_token'];
const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code';
const scopes = ['tools:read', 'tools:call', 'offline_access'];
const defaultScope = 'tools:read tools:call';

/** What a client may ask tokens by: code and refresh always, the device flow if it says so. */
export function grantTypesOf(asked: readonly string[]): readonly string[] {
  return asked.includes(deviceCode) ? [...grantTypes, deviceCode] : grantTypes;
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
