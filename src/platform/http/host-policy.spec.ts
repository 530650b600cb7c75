import type { IncomingMessage } from 'node:http';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';
import { HostPolicy } from './host-policy.js';

const policy = new HostPolicy(
  Config.load({
    DATA_DIR: '/nowhere',
    PUBLIC_URL: 'https://Gantry.example.org',
    ALLOWED_HOSTS: 'gate.internal.example',
    ALLOWED_ORIGINS: 'https://app.example.com',
  }),
);

function verdict(headers: { host?: string; origin?: string }, httpVersion = '1.1'): string {
  try {
    policy.check({ headers, httpVersion, rawHeaders: Object.entries(headers).flat() } as IncomingMessage);
    return 'fine';
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
}

describe('HostPolicy', () => {
  it.each([
    'localhost:3000',
    '127.0.0.1:3000',
    '10.1.2.3',
    '[::1]:3000',
    'gantry:3000',
    'GANTRY.EXAMPLE.ORG',
    'gate.internal.example:8443',
    'my.localhost:3000',
  ])('answers to %s', (host) => {
    expect(verdict({ host })).toBe('fine');
  });

  it.each([
    'evil.example',
    'gantry.example.org.evil.example',
    '127.0.0.1.nip.io',
    'xgantry.example.org',
    'evil.example:3000',
  ])('does not answer to %s', (host) => {
    expect(verdict({ host })).toBe('misdirected-request');
  });

  it('does not answer to a request without Host', () => {
    expect(verdict({})).toBe('misdirected-request');
  });

  it('lets HTTP/1.0 do without Host, and with one checks it', () => {
    expect(verdict({}, '1.0')).toBe('fine');
    expect(verdict({ host: 'evil.example' }, '1.0')).toBe('misdirected-request');
  });

  it.each([
    ['localhost:3000', 'http://localhost:3000', 'fine'],
    ['gantry.example.org', 'https://gantry.example.org', 'fine'],
    ['localhost:3000', 'https://gantry.example.org', 'fine'],
    ['localhost:3000', 'https://app.example.com', 'fine'],
    ['localhost:3000', 'http://localhost:4000', 'origin-not-allowed'],
    ['localhost:3000', 'https://evil.example', 'origin-not-allowed'],
    ['localhost:3000', 'null', 'origin-not-allowed'],
  ])('Host %s and Origin %s: %s', (host, origin, expected) => {
    expect(verdict({ host, origin })).toBe(expected);
  });
});
