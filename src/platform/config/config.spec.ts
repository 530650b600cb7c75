import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config, ConfigError } from './config.js';
import { variables } from './variables.js';

const DATA_DIR = '/nowhere';
const load = (environment: Record<string, string>) => Config.load({ DATA_DIR, ...environment });

function faultsOf(environment: Record<string, string>): Record<string, string> {
  try {
    load(environment);
    return {};
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return Object.fromEntries(error.faults.map(({ variable, detail }) => [variable, detail]));
  }
}

describe('Config', () => {
  it('has a value for every variable without any being set', () => {
    const { values } = load({});
    expect(Object.keys(values)).toEqual(Object.keys(variables));
    expect(values).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, APP_STDIO: 'deny', ALLOWED_HOSTS: [] });
  });

  it('reads numbers, flags and lists', () => {
    expect(
      load({ PORT: '0', METRICS_PUBLIC: '1', HOT_LANE: 'false', ALLOWED_HOSTS: ' a.example , ,b.example' })
        .values,
    ).toMatchObject({
      PORT: 0,
      METRICS_PUBLIC: true,
      HOT_LANE: false,
      ALLOWED_HOSTS: ['a.example', 'b.example'],
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(load({ PORT: '', DATABASE_URL: '' }).values).toMatchObject({
      PORT: 3000,
      DATABASE_URL: undefined,
    });
  });

  it('names all faults at once', () => {
    const faults = faultsOf({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://db/x',
      BOOTSTRAP_TOKEN: 'short',
      MAX_BODY_BYTES: '1e6',
      HOT_LANE: 'maybe',
    });
    expect(Object.keys(faults).sort()).toEqual([
      'BOOTSTRAP_TOKEN',
      'DATABASE_URL',
      'HOT_LANE',
      'LOG_LEVEL',
      'MAX_BODY_BYTES',
      'PORT',
    ]);
    expect(faults['BOOTSTRAP_TOKEN']).toBe('must have at least 32 characters');
  });

  it('does not repeat a faulty secret', () => {
    expect(JSON.stringify(faultsOf({ BOOTSTRAP_TOKEN: 'hunter2' }))).not.toContain('hunter2');
  });

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'TRUST_PROXY',
      [
        '10.0.0.0/',
        'foo',
        'localhost',
        '/99',
        '10.0.0.0/99',
        '::1/129',
        '10.1',
        '10.0.0.0/8/8',
        'fe80::1%eth0',
      ],
      ['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8', '0.0.0.0/0', '10.0.0.1, ::1'],
    ],
    [
      'ALLOWED_HOSTS',
      ['http://x', 'a.example:80', '*.example', 'a.example/', 'bücher.example', 'a..b'],
      ['a.example', 'A.example', '_x.example', '10.0.0.1'],
    ],
    [
      'ALLOWED_ORIGINS',
      [
        '*',
        'null',
        'a.example',
        'https://a.example/',
        'https://a.example:443',
        'https://*.example',
        'https://u@a.b',
      ],
      ['https://a.example', 'HTTPS://A.example', 'http://localhost:5173', 'chrome-extension://abcdef'],
    ],
    ['EGRESS_ALLOW', ['10.0.0.0/', 'a.example'], ['10.0.0.0/8', 'a.example:80']],
    ['HOST', ['[::1]', 'http://x', '*', 'a:80'], ['::', '0.0.0.0', 'localhost']],
    [
      'PUBLIC_URL',
      ['https://u:p@a.example', 'https://a.example/?x', 'https://a.example/#x', 'a.example'],
      ['https://a.example/base/'],
    ],
    ['OPENAI_BASE_URL', ['https://a.example/v1?key=1'], ['https://a.example/v1']],
    ['CHAT_ALLOWED_MODELS', ['gpt-4o'], ['openai/*', '*']],
    [
      'OTEL_EXPORTER_OTLP_HEADERS',
      ['foo', '=a', 'a b=c', 'a=%zz', 'a=%0d%0ab'],
      ['a=b', 'a=b,c=d%20e', 'a=b==,'],
    ],
    [
      'BOOTSTRAP_TOKEN',
      ['x'.repeat(20), 'ä'.repeat(40), `${'x '.repeat(40)}x`, 'x'.repeat(600)],
      ['x'.repeat(40)],
    ],
    ['TOOL_TIMEOUT_MS', ['2147483648'], ['3600000']],
    ['MAX_BODY_BYTES', ['1000000000'], ['100000000']],
  ])('takes for %s only what it can use', (name, wrong, right) => {
    for (const value of wrong)
      expect([value, Object.keys(faultsOf({ [name]: value }))]).toEqual([value, [name]]);
    for (const value of right) expect([value, faultsOf({ [name]: value })]).toEqual([value, {}]);
  });

  it('names the item of a list that is wrong', () => {
    expect(faultsOf({ TRUST_PROXY: '10.0.0.1,foo' })).toEqual({
      TRUST_PROXY: '"foo" is not an address or a CIDR',
    });
  });

  it('tells what cannot be meant together', () => {
    expect(
      faultsOf({
        ...{ BACKOFF_BASE_MS: '500', BACKOFF_MAX_MS: '100', MAX_TOOL_TIMEOUT_MS: '1000', PORT: '70000' },
        ...{ CHAT_DEFAULT_MODEL: 'openai/a', CHAT_ALLOWED_MODELS: 'anthropic/*', DEVICE_CODE_SECONDS: '2' },
        ...{ ADMIN_PASSWORD: 'correct horse', DATA_DIR: import.meta.filename },
      }),
    ).toEqual({
      BACKOFF_BASE_MS: 'must not be above BACKOFF_MAX_MS (500 > 100)',
      TOOL_TIMEOUT_MS: 'must not be above MAX_TOOL_TIMEOUT_MS (60000 > 1000)',
      DEVICE_POLL_SECONDS: 'must not be above DEVICE_CODE_SECONDS (5 > 2)',
      CHAT_DEFAULT_MODEL: 'is none of CHAT_ALLOWED_MODELS',
      ADMIN_PASSWORD: 'needs ADMIN_EMAIL beside it',
      DATA_DIR: 'is not a folder: name another, or move the file away',
      PORT: expect.any(String),
    });
  });

  it('wants a password beside ADMIN_EMAIL', () => {
    expect(Object.keys(faultsOf({ ADMIN_EMAIL: 'ann@example.org' }))).toEqual(['ADMIN_EMAIL']);
    expect(faultsOf({ ADMIN_EMAIL: 'ann@example.org', ADMIN_PASSWORD: 'correct horse' })).toEqual({});
  });

  it('[password-trivial] wants a password that is not among the first guesses', () => {
    const faults = faultsOf({ ADMIN_EMAIL: 'ann@example.org', ADMIN_PASSWORD: 'password1234' });
    expect(faults).toEqual({ ADMIN_PASSWORD: expect.stringContaining('a few words of your own') });
  });

  describe('with a value in a file', () => {
    let folder: string;
    let file: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'gantry-'));
      file = join(folder, 'token');
      writeFileSync(file, `${'t'.repeat(40)}\n`);
    });
    afterEach(() => {
      rmSync(folder, { recursive: true });
    });

    it('reads it without the line end', () => {
      expect(load({ BOOTSTRAP_TOKEN_FILE: file }).values.BOOTSTRAP_TOKEN).toBe('t'.repeat(40));
    });

    it('refuses the two forms together, and a file that is not there', () => {
      expect(Object.keys(faultsOf({ BOOTSTRAP_TOKEN_FILE: file, BOOTSTRAP_TOKEN: 'u'.repeat(40) }))).toEqual([
        'BOOTSTRAP_TOKEN',
      ]);
      expect(faultsOf({ SECRET_KEY_FILE: join(folder, 'none') })).toEqual({
        SECRET_KEY_FILE: 'cannot be read (ENOENT)',
      });
    });

    it('has no file form for variables that are not secret', () => {
      expect(load({ PORT_FILE: file }).values.PORT).toBe(3000);
    });
  });

  describe('publicUrl', () => {
    it.each([
      [{ PUBLIC_URL: 'https://gantry.example.org/base/' }, 'https://gantry.example.org/base'],
      [{ PORT: '4000' }, 'http://127.0.0.1:4000'],
      [{ HOST: '0.0.0.0' }, 'http://localhost:3000'],
      [{ HOST: '::1' }, 'http://[::1]:3000'],
    ])('of %j is %s', (environment, expected) => {
      expect(load(environment).publicUrl).toBe(expected);
    });

    it('knows the port that PORT=0 turned into', () => {
      const config = load({ PORT: '0' });
      config.listening(54_321);
      expect(config.publicUrl).toBe('http://127.0.0.1:54321');
    });
  });
});
