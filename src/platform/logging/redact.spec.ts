import { Problem } from '../../kernel/problems/problem.js';
import { Secret } from '../../kernel/secret.js';
import { redact, redactText } from './redact.js';

describe('redact', () => {
  it.each([
    'authorization',
    'Cookie',
    'set-cookie',
    'password',
    'ADMIN_PASSWORD',
    'clientSecret',
    'access_token',
    'apiKey',
    'x-api-key',
    'credentials',
    'env',
    'headers',
  ])('masks the member %s', (name) => {
    expect(redact({ [name]: 'hunter2', kept: 1 })).toEqual({ [name]: '[redacted]', kept: 1 });
  });

  it.each([
    ['a user token', 'gtu_0123456789abcdef0123456789abcdef'],
    ['an app key', 'gta_0123456789abcdef0123456789abcdef'],
    ['a token of a program', 'gto_0123456789abcdef0123456789abcdef'],
    ['a refresh token', 'gtr_0123456789abcdef0123456789abcdef'],
    ['a GitHub token', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
    ['a fine-grained GitHub token', 'github_pat_11ABCDEFG0123456789abcdef'],
    ['an OpenAI key', 'sk-proj-abcdefghijklmnop1234'],
    ['a Slack token', 'xoxb-1234567890-abcdef'],
    ['an AWS key', 'AKIAIOSFODNN7EXAMPLE'],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0abc.c2lnbmF0dXJl'],
  ])('masks %s in any text', (_, credential) => {
    expect(redactText(`said ${credential}, then left`)).not.toContain(credential);
    expect(JSON.stringify(redact({ note: [`x ${credential}`] }))).not.toContain(credential);
  });

  it('masks what follows Bearer and the password of an address', () => {
    expect(redactText('Authorization: Bearer abc.def')).toBe('Authorization: Bearer [redacted]');
    expect(redactText('postgres://ann:hunter2@db/gantry')).toBe('postgres://ann:[redacted]@db/gantry');
  });

  it('turns errors into objects, causes and all', () => {
    const error = new Problem('upstream-error', 'token gtu_0123456789abcdef0123456789abcdef refused', {
      cause: new Error('Bearer hunter2'),
    });
    const shown = redact({ error }) as { error: Record<string, unknown> };
    expect(shown.error).toMatchObject({ name: 'Problem', code: 'upstream-error' });
    expect(JSON.stringify(shown)).not.toMatch(/hunter2|gtu_0/);
    expect(JSON.stringify(shown)).toContain('Bearer [redacted]');
  });

  it('ends where an object contains itself', () => {
    const loop: Record<string, unknown> = { name: 'loop' };
    loop['self'] = loop;
    expect(JSON.stringify(redact(loop))).toContain('[deep]');
  });

  it('leaves ordinary values as they are', () => {
    const value = { server: 'files', tokens: 12, ok: true, nothing: null, list: [1, 'a'] };
    expect(redact(value)).toEqual(value);
  });

  it('shows a Secret as a placeholder', () => {
    expect(JSON.stringify(redact({ value: new Secret('hunter2') }))).not.toContain('hunter2');
  });
});
