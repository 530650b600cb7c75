import { browserOf, ConsoleClient } from '../support/clients/console-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import {
  addPasskey,
  askForNew,
  askToShow,
  deviceAt,
  passkeyPlace,
  sendNew,
  sendShown,
} from '../support/clients/passkeys.js';
import { operator } from '../support/people.js';
import { startReplicas } from '../support/processes/replicas.js';

const open = closeAfterAll();
const { email: ADMIN_EMAIL, password } = operator;

it('[passkey-challenge] is asked by one process and answered at another, once', async () => {
  const env = { ...passkeyPlace, ADMIN_EMAIL, ADMIN_PASSWORD: password, LOGINS_PER_MINUTE: 100 };
  const [a, b] = (await startReplicas(open, 2, { env })) as [TestGateway, TestGateway];
  const userId = String(((await a.json('/api/me')).body['user'] as Json)['id']);
  const atA = await browserOf(a, userId);
  const atB = new ConsoleClient(b.url, atA.secret);
  const origin = `http://localhost:${new URL(b.url).port}`;
  const made = deviceAt(a).make(await askForNew(atA, password), { origin });
  const added = await Promise.all([sendNew(atB, made), sendNew(atB, made)]);
  expect(added.map(({ status }) => status).sort()).toEqual([201, 403]);
  const { device } = await addPasskey(atA, password, 'Phone');
  const visitor = new PageVisitor(a.url);
  const page = await visitor.get('/login');
  const question = await askToShow(visitor, page);
  const there = visitor.at(b.url);
  const shown = device.show(question, { origin });
  const arrived = await Promise.all([1, 2, 3].map(() => sendShown(there, page, shown)));
  expect(arrived.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  expect(there.cookies.has('gantry-session')).toBe(true);
});
