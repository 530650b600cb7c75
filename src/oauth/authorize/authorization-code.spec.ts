import { challengeOf, judgeCode, type AuthorizationCode } from './authorization-code.js';

const start = 1_000_000;
// RFC 7636, appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const presented = { clientId: 'c', redirectUri: 'https://c.example/cb', verifier };

function code(change: Partial<AuthorizationCode> = {}): AuthorizationCode {
  return {
    id: 'oco_1',
    digest: 'd',
    agreement: {
      ...{ accountId: 'acc_1', userId: 'usr_1', returnHost: 'c.example' },
      program: { id: 'c', name: 'C', kind: 'registered', host: null },
      ...{ resource: null, address: null, servers: null, apps: null, scopes: ['tools:read'] },
    },
    redirectUri: 'https://c.example/cb',
    challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    createdAt: start,
    expiresAt: start + 60_000,
    ...{ usedAt: null, grantId: null, wrongVerifiers: 0 },
    ...change,
  };
}

describe('an authorization code', () => {
  it('is exchanged by who knows the verifier, within its time', () => {
    expect(challengeOf(verifier)).toBe(code().challenge);
    expect(judgeCode(code(), presented, start + 59_999)).toBe('exchange');
    expect(judgeCode(code(), { ...presented, redirectUri: undefined }, start)).toBe('exchange');
    expect(judgeCode(code(), presented, start + 60_000)).toBe('expired');
  });

  it('is nobody else’s', () => {
    expect(judgeCode(code(), { ...presented, clientId: 'd' }, start)).toBe('wrong-client');
    expect(judgeCode(code(), { ...presented, redirectUri: 'https://c.example/cb/' }, start)).toBe(
      'wrong-address',
    );
    expect(judgeCode(code(), { ...presented, verifier: 'x' }, start)).toBe('wrong-verifier');
  });

  it('takes five wrong verifiers', () => {
    expect(judgeCode(code({ wrongVerifiers: 4 }), presented, start)).toBe('exchange');
    expect(judgeCode(code({ wrongVerifiers: 5 }), presented, start)).toBe('too-many-verifiers');
  });

  it('is replayed by who sends it again with the right verifier after ten seconds', () => {
    const used = code({ usedAt: start });
    expect(judgeCode(used, presented, start + 10_000)).toBe('used');
    expect(judgeCode(used, presented, start + 10_001)).toBe('replay');
    expect(judgeCode(used, { ...presented, verifier: 'x' }, start + 20_000)).toBe('wrong-verifier');
  });
});
