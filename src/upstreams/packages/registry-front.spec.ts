import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { ScriptedHost, sendJson } from '../../../test/support/catalog/scripted-host.js';
import { closeAfterEach } from '../../../test/support/closing.js';
import { Config } from '../../platform/config/config.js';
import { EgressPolicy } from '../../platform/egress/egress-policy.js';
import { SystemAddressLookup } from '../../platform/egress/system-address-lookup.adapter.js';
import { readNpmSettings } from './npm-settings.js';
import { RegistryFront } from './registry-front.js';
import { RegistryRequests } from './registry-requests.js';

const open = closeAfterEach();
const none = { proxy: null, 'https-proxy': null };

/** A registry, with the way to it that npm is given. */
async function stage(path = '/base') {
  const host = await open(ScriptedHost.start());
  const settings = await readNpmSettings(JSON.stringify({ ...none, registry: host.origin + path }), {});
  const egress = new EgressPolicy(Config.load({}), new SystemAddressLookup());
  const front = await open(RegistryFront.open(settings, new RegistryRequests(settings, egress, 1000)));
  const prefix = front.options[0]?.slice('--registry='.length) ?? '';
  const get = async (address: string, headers: Record<string, string> = {}, isNpm = true) => {
    const { port, username, password } = new URL(front.environment['npm_config_proxy'] ?? '');
    const auth = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const asked = request({
      ...{ host: '127.0.0.1', port, path: address, agent: false },
      headers: { ...headers, ...(isNpm ? { 'proxy-authorization': auth } : {}) },
    }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, text: await text(answer) };
  };
  return { host, front, prefix, get };
}

const packument = (tarball: string) => ({ versions: { '1.0.0': { name: 'a', dist: { tarball } } } });

describe('The way of npm to its registry', () => {
  it('[catalog-registry-only] forwards what is below the registry, with its token, and returns addresses of files that are below it too', async () => {
    const { host, front, prefix, get } = await stage();
    const tokens: unknown[] = [];
    host.script = ({ pathname }, res, req) => {
      tokens.push(req.headers.authorization);
      if (pathname === '/base/a') sendJson(res, packument(`${host.origin}/base/a/-/a.tgz`));
      else if (pathname === '/base/b') sendJson(res, packument(`${host.origin}/files/b.tgz?x=1`));
      else if (pathname === '/base/c') sendJson(res, packument('https://registry.npmjs.org/c/-/c.tgz'));
      else if (pathname === '/base/d') sendJson(res, packument('http://169.254.169.254/d.tgz'));
      else res.end('bytes');
    };
    const authorization = 'Bearer x';
    const told = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => (await get(prefix + name, { authorization })).text),
    );
    expect(told.map((json) => JSON.parse(json) as unknown)).toEqual([
      packument(`${prefix}a/-/a.tgz`),
      packument(`${prefix}/files/b.tgz?x=1`),
      packument(`${prefix}c/-/c.tgz`),
      packument('http://169.254.169.254/d.tgz'),
    ]);
    expect(new Set(tokens)).toEqual(new Set([authorization]));
    expect((await get(`${prefix}/files/b.tgz?x=1`)).text).toBe('bytes');
    expect((await get(`${prefix}${new URL(prefix).pathname.slice(1)}c/-/c.tgz`)).text).toBe('bytes');
    expect(host.asked.slice(-2)).toEqual(['/files/b.tgz?x=1', '/base/c/-/c.tgz']);
    expect(() => {
      front.requireNoneRefused();
    }).not.toThrow();
  });

  it.each([
    ['another host', () => 'http://169.254.169.254/latest/meta-data'],
    ["the registry's own host", (origin: string) => `${origin}/base/a`],
  ])('[catalog-registry-only] refuses %s, and says so', async (_, address) => {
    const { host, front, get } = await stage();
    expect((await get(address(host.origin))).status).toBe(403);
    expect(front.refusedSignal.aborted).toBe(true);
    expect(() => {
      front.requireNoneRefused();
    }).toThrow(address(host.origin));
    expect(host.asked).toEqual([]);
  });

  it('[catalog-registry-only] is closed to other programs of the machine, whose requests do not end the installation', async () => {
    const { host, front, prefix, get } = await stage();
    expect((await get(`${prefix}a`, {}, false)).status).toBe(407);
    expect((await get('http://169.254.169.254/', {}, false)).status).toBe(407);
    expect([front.refusedSignal.aborted, host.asked]).toEqual([false, []]);
  });

  it('[catalog-registry-only] follows a redirect within the registry with its token, and none to a private address', async () => {
    const { host, front, prefix, get } = await stage();
    const other = await open(ScriptedHost.start());
    const tokens: unknown[] = [];
    host.script = ({ pathname }, res, req) => {
      tokens.push(req.headers.authorization);
      if (pathname === '/base/here') res.writeHead(302, { location: '/base/there' }).end();
      else if (pathname === '/base/away') res.writeHead(302, { location: `${other.origin}/x` }).end();
      else sendJson(res, {});
    };
    expect((await get(`${prefix}here`, { authorization: 'Bearer x' })).status).toBe(200);
    expect(tokens).toEqual(['Bearer x', 'Bearer x']);
    expect((await get(`${prefix}away`)).status).toBe(502);
    expect([front.refusedSignal.aborted, other.asked]).toEqual([true, []]);
  });
});

describe('The settings of npm', () => {
  const url = new URL('https://registry.example/');
  const proxyIn = async (listed: object, env = {}) =>
    (await readNpmSettings(JSON.stringify({ registry: url.href, ...listed }), env)).proxyFor(url);

  it('[catalog-registry-only] name the proxy, as npm would choose it', async () => {
    expect(await proxyIn(none)).toBeUndefined();
    expect(await proxyIn({ ...none, proxy: 'http://a/' })).toBe('http://a/');
    expect(await proxyIn({ proxy: 'http://a/', 'https-proxy': 'http://b/' })).toBe('http://b/');
    expect(await proxyIn({ ...none, proxy: 'http://a/', noproxy: ['', '.example'] })).toBeUndefined();
    expect(await proxyIn(none, { HTTPS_PROXY: 'http://c/' })).toBe('http://c/');
    // npm leaves out what has a password in it.
    await expect(proxyIn({ proxy: null })).rejects.toThrow('set HTTPS_PROXY');
    expect(await proxyIn({ proxy: null }, { https_proxy: 'http://u:p@c/' })).toBe('http://u:p@c/');
  });
});
