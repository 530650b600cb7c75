import { Config, ConfigError } from '../config.js';

const provider = {
  ...{ id: 'corp', label: 'Corp', issuer: 'https://id.example' },
  ...{ clientId: 'gantry', clientSecret: 'a secret' },
};
const load = (...providers: readonly object[]) =>
  Config.load({ OIDC_PROVIDERS: JSON.stringify(providers) }).values.OIDC_PROVIDERS;
const fault = (environment: Record<string, string>) => {
  try {
    Config.load(environment);
  } catch (error) {
    return error instanceof ConfigError ? error.message : error;
  }
  return 'none';
};

describe('OIDC_PROVIDERS', () => {
  it('[oidc-settings] takes issuers, and GitHub with its own addresses', () => {
    expect(load(provider)).toMatchObject([{ ...provider, type: 'oidc', domains: [], rules: [] }]);
    const github = { ...provider, type: 'github', issuer: undefined };
    const [known, own] = load(github, { ...github, id: 'ghe', baseUrl: 'https://git.corp.example/' });
    expect(known).toMatchObject({ issuer: 'https://github.com', apiUrl: 'https://api.github.com' });
    expect(own).toMatchObject({
      ...{ issuer: 'https://git.corp.example', apiUrl: 'https://git.corp.example/api/v3' },
    });
  });

  it.each([
    ['no JSON', '[', 'must be JSON'],
    ['unknown members', [{ ...provider, colour: 'red' }], 'colour'],
    ['an id twice', [provider, { ...provider, issuer: 'https://other.example' }], 'names the id corp twice'],
    ['an issuer twice', [provider, { ...provider, id: 'other' }], 'twice'],
    ['plain http', [{ ...provider, issuer: 'http://id.example' }], 'must be https, or http on loopback'],
    ['no secret', [{ ...provider, clientSecret: undefined }], 'takes one of clientSecret'],
    ['two secrets', [{ ...provider, clientSecretFile: 'a' }], 'takes one of clientSecret'],
    [
      'a secret that is not there',
      [{ ...provider, clientSecret: undefined, clientSecretFile: '/nowhere/at/all' }],
      'cannot read /nowhere/at/all (ENOENT)',
    ],
    ['no issuer', [{ ...provider, issuer: undefined }], 'needs issuer'],
  ])('[oidc-settings] stops the start with %s', (_what, value, expected) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    expect(fault({ OIDC_PROVIDERS: text })).toContain('OIDC_PROVIDERS');
    expect(fault({ OIDC_PROVIDERS: text })).toContain(expected);
  });

  it('[oidc-settings] must name somebody when passwords are off', () => {
    expect(fault({ PASSWORD_SIGN_IN: 'off' })).toContain('PASSWORD_SIGN_IN: is off');
  });
});
