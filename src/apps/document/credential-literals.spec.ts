import { looksLikeCredential } from './credential-literals.js';

describe('A literal', () => {
  it.each([
    ['Authorization', 'Bearer abcdefgh'],
    ['authorization', 'Basic dXNlcjpwYXNz'],
    ['Authorization', 'q8Zr41LmWx02Pv'],
    ['X-Anything', `ghp_${'a1B2c3D4e5'.repeat(4)}`],
    ['X-Anything', 'AKIAIOSFODNN7EXAMPLE'],
    ['X-Anything', `Bearer sk-proj-${'aB3'.repeat(10)}`],
    ['X-Anything', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc'],
    ['DATABASE_PASSWORD', 'Tr0ub4dor&3x'],
    ['X-Api-Key', 'f81d4fae7dec11d0a76500a0c91e6bf6'],
    ['X-Custom', 'f81d4fae7dec11d0a765A0c91e6bf6Zq8Lm2Pv7'],
    ['Authorization', 'Bearer ${secret:HALF}q8Zr41LmWx02Pv'],
    ['DATABASE', 'postgres://app:Tr0ub4dor@db.example.com/app'],
    ['url', 'https://mcp.example.com/s/NmQ4YzE5ZTctOGFiMi00ZjY5LWE3MzEtZWY/mcp'],
    ['url', 'https://mcp.example.com/mcp?api_key=q8Zr41LmWx02Pv'],
  ])('[config-warnings] %s: %s looks like a credential', (name, value) => {
    expect(looksLikeCredential(name, value)).toBe(true);
  });

  it.each([
    ['Authorization', 'Bearer ${secret:PAT}'],
    ['Authorization', '${secret:USER}:${secret:PASSWORD}'],
    ['Authorization', 'none'],
    ['X-Api-Key', '<your key here>'],
    ['X-Api-Key', 'xxxxxxxxxxxx'],
    ['X-Tenant', 'acme-production'],
    ['Accept-Language', 'en-GB,en;q=0.9,de;q=0.8,fr;q=0.7,es;q=0.6'],
    ['X-Trace', 'this is a sentence of several words that is long enough'],
    ['X-Empty', ''],
    ['$schema', 'http://127.0.0.1:3000/schemas/app-config-1.json'],
    ['url', 'https://mcp-17.eu-west-1.internal.example.com:8443/github/v2/mcp'],
    ['url', 'https://app:${secret:PASSWORD}@mcp.example.com/v2/mcp?region=eu'],
  ])('[config-warnings] %s: %s does not', (name, value) => {
    expect(looksLikeCredential(name, value)).toBe(false);
  });

  it('[evil-pattern] is judged in a time that does not explode with its length', () => {
    for (const value of [
      'a'.repeat(65_536),
      '-----BEGIN '.repeat(6000),
      'eyJ'.repeat(20_000),
      'sk-'.repeat(20_000),
    ]) {
      const before = process.cpuUsage();
      looksLikeCredential('Authorization', value);
      expect(process.cpuUsage(before).user).toBeLessThan(200_000);
    }
  });
});
