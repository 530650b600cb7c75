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

  it('wants a password beside ADMIN_EMAIL', () => {
    expect(Object.keys(faultsOf({ ADMIN_EMAIL: 'ann@example.org' }))).toEqual(['ADMIN_EMAIL']);
    expect(faultsOf({ ADMIN_EMAIL: 'ann@example.org', ADMIN_PASSWORD: 'correct horse' })).toEqual({});
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
