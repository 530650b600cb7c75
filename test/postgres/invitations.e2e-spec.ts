import type { Json } from '../support/clients/gateway-client.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { startReplicas } from '../support/processes/replicas.js';

const open = closeAfterAll();

/** Invites at one process; the form that accepts it at another, ready to be sent. */
async function invited(from: TestGateway, to: TestGateway, body: Json): Promise<() => Promise<string>> {
  const invitation = await from.json('/api/cli/invitations', { body });
  const browser = new PageVisitor(to.url);
  const { pathname, search } = new URL(String(invitation.body['url']));
  const page = await browser.get(pathname + search);
  const person = { name: 'New', password: 'a password for everybody' };
  return async () => (await browser.submit(page, '/invite', person)).heading;
}

it('[invitation-at-once] found accounts of one name and make users of one address, at several processes', async () => {
  const env = { LOGINS_PER_MINUTE: 1000 };
  const [a, b] = (await startReplicas(open, 2, { env })) as [TestGateway, TestGateway];
  // Each for somebody else: a second invitation to found an account takes the place of the first for the same address.
  const founding = [1, 2, 3, 4, 5, 6, 7, 8].map((at) =>
    invited(a, at % 2 === 0 ? a : b, { email: `one${String(at)}@example.com`, newAccount: { name: 'Acme' } }),
  );
  const joining = [1, 2, 3, 4].flatMap((at) => [
    invited(a, a, { email: `two${String(at)}@example.com`, role: 'member' }),
    invited(a, b, { email: `two${String(at)}@example.com`, newAccount: { name: `Two ${String(at)}` } }),
  ]);
  const forms = await Promise.all([...founding, ...joining]);
  const headings = await Promise.all(forms.map((accept) => accept()));
  expect(new Set(headings)).toEqual(new Set(['You are all set']));
});
