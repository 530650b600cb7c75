import { Pool, type Dispatcher } from 'undici';
import { EgressDocumentSource } from '../../../src/oauth/clients/egress-document-source.adapter.js';
import { Config } from '../../../src/platform/config/config.js';
import { type AddressLookup } from '../../../src/platform/egress/address-lookup.port.js';
import { EgressPolicy } from '../../../src/platform/egress/egress-policy.js';
import { closeAfterAll } from '../../support/closing.js';
import { ownTime } from '../../support/measures/own-time.js';
import { DocumentHost } from '../../support/upstreams/document-host.js';

const open = closeAfterAll();
let host: DocumentHost;

/** Trusts the certificate of the test's host, and goes there only. */
class TrustingEgress extends EgressPolicy {
  constructor() {
    super(Config.load({}), undefined as unknown as AddressLookup);
  }

  override dispatcherFor(url: URL): Dispatcher {
    return new Pool(url.origin, { connect: { ca: host.certificate.cert } });
  }
}

beforeAll(async () => {
  host = await open(DocumentHost.start());
});

describe('A client metadata document', () => {
  it('[oauth-document-refused] is unavailable when it has not arrived completely within five seconds', async () => {
    const address = host.answer('/slow', (res) => {
      res.writeHead(200, { 'content-type': 'application/json' }).write('{');
      const drip = setInterval(() => res.write(' '), 500);
      res.on('close', () => {
        clearInterval(drip);
      });
    });
    const startedAt = ownTime();
    const fetched = new EgressDocumentSource(new TrustingEgress()).fetch(address);
    await expect(fetched).rejects.toMatchObject({ kind: 'unavailable' });
    expect(ownTime() - startedAt).toBeLessThan(7000);
  }, 20_000);
});
