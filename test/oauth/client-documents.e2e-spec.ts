import type { ServerResponse } from 'node:http';
import { Pool, type Dispatcher } from 'undici';
import { ClientDocuments } from '../../src/oauth/clients/client-documents.service.js';
import { ClientMetrics } from '../../src/oauth/clients/client-metrics.js';
import { ClientRetention } from '../../src/oauth/clients/client-retention.service.js';
import { Clients } from '../../src/oauth/clients/clients.service.js';
import { DocumentStore } from '../../src/oauth/clients/document-store.port.js';
import { EgressDocumentSource } from '../../src/oauth/clients/egress-document-source.adapter.js';
import { Config } from '../../src/platform/config/config.js';
import { AddressLookup } from '../../src/platform/egress/address-lookup.port.js';
import { EgressPolicy } from '../../src/platform/egress/egress-policy.js';
import type { RequestContext } from '../../src/platform/http/request-context.js';
import { RateLimits } from '../../src/platform/rate-limits/rate-limits.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { documents } from '../support/oauth/oauth-clients.js';
import { TestClock } from '../support/test-clock.js';
import { DocumentHost } from '../support/upstreams/document-host.js';

const open = closeAfterAll();
const clock = new TestClock();
const minute = 60_000;
const day = 86_400_000;
let gateway: TestGateway;
let host: DocumentHost;
let addresses = 0;

/** A request of somebody who has asked for nothing yet. */
const anybody = () =>
  ({
    address: `203.0.113.${String(addresses++ % 250)}`,
    setHeader: () => undefined,
  }) as unknown as RequestContext;
const part = <T>(of: { readonly prototype: T }): T => gateway.app.get<T>(of as never, { strict: false });

/** The real policy, but that it trusts the certificate of the test's host. */
class TrustingEgress extends EgressPolicy {
  override dispatcherFor(url: URL): Dispatcher {
    return new Pool(url.origin, { connect: { ca: host.certificate.cert } });
  }
}

/** The gateway's own, but for where it may go. */
function documentsBy(egress: EgressPolicy): ClientDocuments {
  const source = new EgressDocumentSource(egress);
  const parts = [part(RateLimits), clock, part(Config), part(ClientMetrics)] as const;
  return new ClientDocuments(part(DocumentStore), source, ...parts);
}

/** With documents from the test's host. */
const trusting = () => documentsBy(new TrustingEgress(part(Config), part(AddressLookup)));

beforeAll(async () => {
  host = await open(DocumentHost.start());
  gateway = await open(
    startGateway({
      clock,
      env: { EGRESS_ALLOW: ['127.0.0.1'], OAUTH_DOCUMENTS_PER_MINUTE: 5, MAX_OAUTH_DOCUMENTS: 20 },
    }),
  );
});

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'had',
    (error: unknown) => (error as { kind?: string; code: string }).kind ?? (error as { code: string }).code,
  );

describe('A document of a client', () => {
  it.each(Object.entries(documents))('[oauth-document] of %s is taken as it is', async (name, members) => {
    const address = host.put(`/${name}/client.json`, members);
    const client = await trusting().get(address, anybody());
    expect(client).toMatchObject({
      ...{ id: address, kind: 'document', host: new URL(host.origin).host },
      ...{ name: members.client_name, authMethod: 'none' },
    });
    for (const redirect of members.redirect_uris)
      expect(part(Clients).allowsRedirect(client, redirect)).toBe(true);
    expect(part(Clients).allowsRedirect(client, 'https://evil.example/')).toBe(false);
  });

  it('[oauth-redirect-loopback] of a program without a port allows every port', async () => {
    const client = await trusting().get(host.put('/ports', documents.claudeCode), anybody());
    for (const redirect of ['http://localhost:51234/callback', 'http://127.0.0.1:8/callback'])
      expect(part(Clients).allowsRedirect(client, redirect)).toBe(true);
  });

  const good = { client_name: 'Good', redirect_uris: ['https://a.example/cb'] };
  it.each<[string, object]>([
    ['another client_id', { ...good, client_id: 'https://other.example/client.json' }],
    ['no name', { ...good, client_name: undefined }],
    ['no return addresses', { ...good, redirect_uris: [] }],
    ['only scripts to return to', { ...good, redirect_uris: ['javascript:alert(1)', 7] }],
    ['a shared secret', { ...good, client_secret: 'x' }],
    ['a way of authentication by one', { ...good, token_endpoint_auth_method: 'client_secret_basic' }],
    ['a key as the only way of authentication', { ...good, token_endpoint_auth_method: 'private_key_jwt' }],
  ])('[oauth-document-rules] with %s is refused', async (what, members) => {
    const address = host.put(`/rules/${encodeURIComponent(what)}`, members);
    expect(await kindOf(trusting().get(address, anybody()))).toBe('unknown');
  });

  it.each([
    ...['http://a.example/client.json', 'https://a.example', 'https://a.example/', 'https://a.example/x#y'],
    ...[
      'https://user@a.example/x',
      'https://A.example/x',
      'https://a.example/../x',
      'https://a.example:443/x',
    ],
    ...[
      'https://a.example/%2e%2e/x',
      'https://a b/x',
      'https:a.example/x',
      `https://a.example/${'x'.repeat(500)}`,
    ],
  ])('[oauth-document-address] is not at %s', async (address) => {
    expect(await kindOf(part(Clients).get(address, anybody()))).toBe('unknown');
  });

  const send =
    (status: number, headers: Record<string, string>, body = '') =>
    (res: ServerResponse) => {
      res.writeHead(status, headers).end(body);
    };
  const json = { 'content-type': 'application/json' };
  it.each<[string, (res: ServerResponse) => void, string]>([
    ['a redirect', send(302, { location: '/good' }), 'unreachable'],
    ['another status', send(404, json, '{}'), 'unreachable'],
    ['a page', send(200, { 'content-type': 'text/html' }, '<html>'), 'unreachable'],
    ['broken JSON', send(200, json, '{"client_id":'), 'unreachable'],
    ['packed content', send(200, { ...json, 'content-encoding': 'gzip' }, 'x'), 'unreachable'],
    ['a megabyte', send(200, json, JSON.stringify({ x: 'x'.repeat(1_000_000) })), 'unreachable'],
    ['a failure', send(500, json, '{}'), 'unavailable'],
    ['nothing', (res) => res.socket?.destroy(), 'unavailable'],
  ])('[oauth-document-refused] is not %s', async (what, answer, kind) => {
    host.put('/good', good);
    const before = host.asked.length;
    const address = host.answer(`/refused/${encodeURIComponent(what)}`, answer);
    const refused = trusting().get(address, anybody());
    await expect(refused).rejects.toMatchObject({ kind, status: kind === 'unavailable' ? 503 : 502 });
    expect(host.asked.slice(before)).toEqual([new URL(address).pathname]);
  });

  it('[oauth-document-egress] is fetched under the egress policy of tenants: never from private addresses', async () => {
    const closed = documentsBy(new EgressPolicy(Config.load({}), part(AddressLookup)));
    const before = host.asked.length;
    const address = host.put('/private', good);
    for (const spelled of [
      address,
      address.replace('127.0.0.1', 'localhost'),
      'https://169.254.169.254/latest',
    ]) {
      const asked = closed.get(spelled, anybody());
      await expect(asked).rejects.toMatchObject({ kind: 'unreachable', status: 502 });
    }
    expect(host.asked.length).toBe(before);
  });

  it('[oauth-document-egress] is not taken from a host whose certificate nobody vouches for', async () => {
    const before = host.asked.length;
    expect(await kindOf(part(Clients).get(host.put('/untrusted', good), anybody()))).toBe('unavailable');
    expect(host.asked.length).toBe(before);
  });
});

describe('The cache of documents', () => {
  const good = { client_name: 'Good', redirect_uris: ['https://a.example/cb'] };
  const count = (path: string) => host.asked.filter((asked) => asked === path).length;

  it.each([
    ['five minutes at least', 'max-age=1', 5],
    ['as long as it says', 'public, max-age=1800', 30],
    ['a day at most', 'max-age=31536000', 24 * 60],
    ['an hour where nothing is said', undefined, 60],
  ])('[oauth-document-cache] keeps one for %s', async (what, cacheControl, minutes) => {
    const path = `/cache/${encodeURIComponent(what)}`;
    const address = host.put(path, good, cacheControl === undefined ? {} : { 'cache-control': cacheControl });
    const all = trusting();
    await all.get(address, anybody());
    clock.advance(minutes * minute - 1000);
    await all.get(address, anybody());
    expect(count(path)).toBe(1);
    clock.advance(2000);
    await all.get(address, anybody());
    expect(count(path)).toBe(2);
  });

  it('[oauth-document-cache] is asked once by many at a time', async () => {
    const all = trusting();
    const address = host.put('/together', good);
    await Promise.all(Array.from({ length: 20 }, () => all.get(address, anybody())));
    expect(count('/together')).toBe(1);
  });

  it('[oauth-document-stale] gives what it had when it cannot be had anew, for a week; failures are not kept', async () => {
    const all = trusting();
    const address = host.put('/stale', good);
    await all.get(address, anybody());
    clock.advance(2 * 60 * minute);
    host.answer('/stale', send500);
    expect((await all.get(address, anybody())).name).toBe('Good');
    host.put('/stale', { ...good, client_name: 'Better' });
    expect((await all.get(address, anybody())).name).toBe('Better');
    host.answer('/stale', send500);
    clock.advance(8 * day);
    expect(await kindOf(all.get(address, anybody()))).toBe('unavailable');
    host.put('/stale', good);
    expect(await kindOf(all.get(address, anybody()))).toBe('had');
  });

  it('[oauth-document-stale] takes a document that says otherwise at its word', async () => {
    const all = trusting();
    const address = host.put('/withdrawn', good);
    await all.get(address, anybody());
    clock.advance(2 * 60 * minute);
    host.put('/withdrawn', { ...good, redirect_uris: [] });
    expect(await kindOf(all.get(address, anybody()))).toBe('unknown');
  });

  it('[oauth-document-limit] is filled OAUTH_DOCUMENTS_PER_MINUTE per address, and gives what it has beyond', async () => {
    const all = trusting();
    const one = { address: '198.51.100.9', setHeader: () => undefined } as unknown as RequestContext;
    const kept = host.put('/limit/kept', good);
    await all.get(kept, anybody());
    clock.advance(2 * 60 * minute);
    const kinds = [];
    for (let i = 0; i < 6; i++) kinds.push(await kindOf(all.get(host.put(`/limit/${String(i)}`, good), one)));
    expect(kinds).toEqual([...Array<string>(5).fill('had'), 'rate-limited']);
    expect(await kindOf(all.get(kept, one))).toBe('had');
  });

  it('[oauth-document-bound] holds MAX_OAUTH_DOCUMENTS, and nothing that nobody asked for in 90 days', async () => {
    const all = trusting();
    const store = part(DocumentStore);
    const inStore = async (paths: readonly string[]) =>
      (await Promise.all(paths.map((path) => store.find(host.origin + path)))).map((it) => it !== undefined);
    const paths = Array.from({ length: 22 }, (_, i) => `/bound/${String(i)}`);
    for (const path of paths) {
      clock.advance(1000);
      await all.get(host.put(path, good), anybody());
    }
    expect(await inStore(paths)).toEqual([false, false, ...Array<boolean>(20).fill(true)]);
    clock.advance(91 * day);
    await part(ClientRetention).sweep();
    expect(await inStore(paths)).not.toContain(true);
  });
});

function send500(res: ServerResponse): void {
  res.writeHead(500).end();
}
