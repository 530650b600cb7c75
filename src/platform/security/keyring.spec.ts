import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config } from '../config/config.js';
import { readOrMakeKeyFile } from './key-file.js';
import { Keyring } from './keyring.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-keyring-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const keyring = (SECRET_KEY = 'a secret key of more than 32 characters') =>
  new Keyring(Config.load({}, { DATA_DIR: folder, SECRET_KEY }));

describe('the keyring', () => {
  it('makes digests that depend on key, purpose and text', () => {
    const digest = keyring().digest('tokens', 'text');
    expect(digest).toMatch(/^[0-9a-f]{8}\.[\w-]{43}$/);
    expect(keyring().digest('tokens', 'text')).toBe(digest);
    const others = [
      keyring().digest('tokens', 'other'),
      keyring().digest('codes', 'text'),
      keyring('another key of more than 32 characters').digest('tokens', 'text'),
    ];
    expect(new Set([digest, ...others]).size).toBe(4);
    expect(keyring().matches('tokens', 'text', digest)).toBe(true);
    expect(keyring().matches('tokens', 'text', digest.slice(1))).toBe(false);
    expect(keyring().matches('tokens', 'other', digest)).toBe(false);
  });

  it('opens what it sealed, for the same purpose and context only', () => {
    const sealed = keyring().seal('app secret', 'app_1/NAME', 'hunter2 ✓');
    expect(sealed).not.toContain('hunter2');
    expect(keyring().seal('app secret', 'app_1/NAME', 'hunter2 ✓')).not.toBe(sealed);
    expect(keyring().open('app secret', 'app_1/NAME', sealed)).toBe('hunter2 ✓');
    expect(() => keyring().open('app secret', 'app_2/NAME', sealed)).toThrow();
    expect(() => keyring().open('other', 'app_1/NAME', sealed)).toThrow();
    const long = 'ü😀"x'.repeat(150_000);
    for (const text of ['', 'x', long, `x${long}`])
      expect(keyring().open('p', 'c', keyring().seal('p', 'c', text))).toBe(text);
    expect(() => keyring().open('app secret', 'app_1/NAME', `${sealed.slice(0, -2)}AA`)).toThrow();
  });

  it('says that another key was used before', () => {
    const sealed = keyring('another key of more than 32 characters').seal('p', 'c', 'x');
    expect(() => keyring().open('p', 'c', sealed)).toThrow('another SECRET_KEY');
  });
});

describe('the key file', () => {
  it('is made once, readable for its owner only, without leftovers', () => {
    const key = readOrMakeKeyFile(folder);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(readOrMakeKeyFile(folder)).toBe(key);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['secret.key']);
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe(`${key}\n`);
  });

  it('is not replaced when it cannot be used', () => {
    writeFileSync(join(folder, 'secret.key'), 'short');
    expect(() => readOrMakeKeyFile(folder)).toThrow('at least 32 characters');
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe('short');
  });
});
