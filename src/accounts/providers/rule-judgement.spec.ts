import { matchingRules, vouchedAddress } from './rule-judgement.js';

const rule = (claim: string, match: string) => ({ claim, match, account: 'lab', role: 'member' as const });
const matches = (claims: Record<string, unknown>, claim: string, match: string) =>
  matchingRules({ rules: [rule(claim, match)] }, { claims, emailVerified: false }).length === 1;

describe('matchingRules', () => {
  it.each([
    [{ groups: ['a', 'staff-it'] }, 'groups', 'staff-*', true],
    [{ realm_access: { roles: ['chief'] } }, 'realm_access.roles', 'chief', true],
    [{ 'https://corp.example/roles': 'chief' }, 'https://corp.example/roles', 'chief', true],
    [{ sub: 583231 }, 'sub', '583231', true],
    [{ staff: true }, 'staff', 'true', true],
    [{ groups: 'Staff' }, 'groups', 'staff', false],
    [{ groups: { staff: 1 } }, 'groups', '*', false],
    [{}, 'constructor.name', '*', false],
    [{ groups: ['a'] }, 'groups.length', '*', false],
    [{ email: 'a@b.example' }, 'email', '*', false],
    [{ name: 'x'.repeat(2000) }, 'name', '*', false],
  ])('[oidc-rule-paths] of %j takes %s like %s: %s', (claims, claim, match, expected) => {
    expect(matches(claims, claim, match)).toBe(expected);
  });
});

describe('vouchedAddress', () => {
  it('[oidc-domains] is a verified one of the provider’s domains', () => {
    const person = { email: 'kim@corp.example', emailVerified: true };
    expect(vouchedAddress({ domains: [] }, person)).toBeUndefined();
    expect(vouchedAddress({ domains: ['corp.example'] }, person)).toBe(person.email);
    expect(vouchedAddress({ domains: ['example'] }, person)).toBeUndefined();
    expect(
      vouchedAddress({ domains: ['corp.example'] }, { ...person, emailVerified: false }),
    ).toBeUndefined();
  });
});
