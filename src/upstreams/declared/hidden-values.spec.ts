import { hiddenValues } from './hidden-values.js';

const ofHeaders = (headers: Record<string, string>, url = 'https://a.example/mcp') =>
  hiddenValues({ transport: 'http', url, headers });
const ofEnv = (env: Record<string, string>) =>
  hiddenValues({ transport: 'stdio', command: 'a', args: [], env });

describe('hiddenValues', () => {
  it.each([
    ['Authorization', 'Bearer canary-1', 'canary-1'],
    ['X-Key', 'canarykey-778899', 'canarykey-778899'],
    ['X-Odd', 'canary.1/2', 'canary.1/2'],
    ['X-Auth', 'swordfishes', 'swordfishes'],
    ['X-Secret', 'some-canary-words', 'some-canary-words'],
    ['X-Odd', 'Token canary', 'canary'],
    ['X-Org-Token', 'canary-1', 'canary-1'],
    ['Cookie', 'sid=canary-canary-12; theme=dark', 'canary-canary-12'],
    ['AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE'],
    ['X-Session-Id', 'canary-77aa-88bb', 'canary-77aa-88bb'],
    ['X-Client-Id', `ghp_${'a1B2'.repeat(9)}`, `ghp_${'a1B2'.repeat(9)}`],
    ['Authorization', `Basic ${Buffer.from('ann:canary-1').toString('base64')}`, 'canary-1'],
  ])('[hidden-values] holds what the header %s: %s carries', (name, value, hidden) => {
    expect(ofHeaders({ [name]: value })).toContain(hidden);
  });

  it.each([
    ['Accept', 'application/json;q=0.8'],
    ['User-Agent', 'gantry/1.2.3 (test-1)'],
    ['X-Api-Version', '2026-07-28'],
    ['X-Tenant-Id', 'acme-corp-42'],
    ['NODE_ENV', 'production'],
    ['ALLOWED', '/usr/bin'],
    ['ALLOWED', 'C:\\Program Files\\data 2'],
    ['API_BASE', 'http://localhost:3000/v1'],
    ['DB_HOST', 'db-1.internal.example.com:5432'],
    ['CACHE_BYTES', '10000000'],
    ['GREETING', 'Good morning to all'],
    ['BUCKET', 'reports-of-acme'],
    ['REPOSITORY', 'acme/web_app'],
    ['SHORT', 'can-4ry'],
    ['JIRA_USERNAME', 'bot7@acme.example'],
    ['CONTACT', 'bot7@acme.example'],
    ['S3_BUCKET_NAME', 'reports-2026'],
    ['SLACK_CHANNEL_IDS', 'C01234567, C76543210'],
    ['AZURE_SUBSCRIPTION_ID', '0b1f6471-1bf0-4dda-aec3-cb9272f09590'],
    ['X-Client-Id', 'app-77aa'],
    ['GITHUB_REPOSITORY', 'acme/web-app2'],
    ['LC_ALL', 'en_US.UTF-8'],
  ])('[hidden-values] leaves out what results may well hold: %s=%s', (name, value) => {
    expect([...ofEnv({ [name]: value }), ...ofHeaders({ [name]: value })]).toEqual([]);
  });

  it('[hidden-values] leaves out what the declaration says is no secret, but no secret of the app', () => {
    const target = {
      transport: 'http',
      url: 'https://a.example/mcp',
      headers: { 'X-Tier': 'gold-4-ever', 'X-Other': 'canary-1-2', Authorization: 'Bearer open-sesame-1' },
    } as const;
    const origins = { secrets: ['open-sesame-1'], environment: [['TIER', 'gold-4-ever']] as const };
    const notSecret = ['x-tier', 'TIER', 'Authorization'];
    expect(hiddenValues(target, origins, notSecret)).toEqual(['open-sesame-1', 'canary-1-2']);
    expect(hiddenValues(target, origins)).toContain('gold-4-ever');
  });

  it('[hidden-values] holds secrets of any kind, variables of the environment, and credentials in the address', () => {
    const target = {
      transport: 'http',
      url: 'https://ann:canary-pw@a.example/?api_key=canary-query-1&page=2',
      headers: {},
    } as const;
    const environment = [
      ['ODD', 'canary-env-1'],
      ['HOME', '/home/ann'],
    ] as const;
    expect(hiddenValues(target, { secrets: ['production'], environment })).toEqual([
      'production',
      'canary-env-1',
      'canary-pw',
      'canary-query-1',
    ]);
    expect(ofEnv({ ODD: 'canary-env-1', DATABASE_URL: 'postgres://ann:canary-pw@db/x' })).toEqual([
      'canary-env-1',
      'postgres://ann:canary-pw@db/x',
      'canary-pw',
    ]);
  });
});
