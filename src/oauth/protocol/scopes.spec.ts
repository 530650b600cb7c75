import { scopes } from '../../kernel/principal.js';
import { grantableBy, readProgramScopes, readScopes, scopesInWords } from './scopes.js';

describe('scopes of a device login', () => {
  it('are all but the operator’s when nothing is asked for', () => {
    expect(readScopes(undefined)).toEqual(scopes.filter((scope) => scope !== 'operator'));
    expect(readScopes('  ')).toEqual(readScopes(undefined));
  });

  it('are those asked for', () => {
    expect(readScopes('tools:call tools:read tools:call')).toEqual(['tools:read', 'tools:call']);
    expect(readScopes('operator')).toEqual(['operator']);
  });

  it('are refused when one is unknown', () => {
    expect(readScopes('tools:read openid')).toBeUndefined();
  });

  it('are handed on as far as the person has them', () => {
    const account = { id: 'acc_1', slug: 'acme', name: 'Acme', operator: false };
    const place = { joinedAt: 0, needsFactor: false };
    expect(grantableBy({ account, role: 'member', ...place }, scopes)).not.toContain('account');
    expect(grantableBy({ account, role: 'admin', ...place }, scopes)).toContain('account');
    expect(grantableBy({ account, role: 'owner', ...place }, scopes)).not.toContain('operator');
    expect(grantableBy({ account: { ...account, operator: true }, role: 'owner', ...place }, scopes)).toEqual(
      scopes,
    );
    expect(grantableBy({ account, role: 'owner', ...place }, ['operator'])).toEqual([]);
  });

  it('are told in words', () => {
    expect(scopesInWords(['tools:read', 'tools:call', 'apps:read', 'apps:write'])).toBe(
      'read and change apps, call tools',
    );
    expect(scopesInWords(['tools:read', 'apps:read'])).toBe('read apps, see tools');
    expect(scopesInWords([...scopes])).toBe(
      'read and change apps, call tools, manage the account, run this gateway',
    );
  });
});

describe('scopes of a program that comes by OAuth', () => {
  it('are both when it asks for none that programs get', () => {
    const both = ['tools:read', 'tools:call'];
    for (const asked of [undefined, '', 'offline_access', 'openid operator account'])
      expect(readProgramScopes(asked)).toEqual(both);
  });

  it('are those it asks for, without the others', () => {
    expect(readProgramScopes('offline_access tools:read apps:write')).toEqual(['tools:read']);
  });
});
