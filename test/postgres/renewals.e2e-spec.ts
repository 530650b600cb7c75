import { FirstStart } from '../../src/accounts/joining/first-start.service.js';
import { closeAfterEach } from '../support/closing.js';
import { connect } from '../support/connecting.js';
import { operator } from '../support/people.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { startReplicas } from '../support/processes/replicas.js';
import { GuardedHttp } from '../support/upstreams/guarded-http.js';
import { ScriptedIssuer } from '../support/upstreams/scripted-issuer.js';

const open = closeAfterEach();

it('[renew-processes] a hundred calls at the end of a token, at two processes, are one renewal, again and again', async () => {
  const issuer = await open(ScriptedIssuer.start());
  const server = await open(GuardedHttp.guard(issuer));
  const auth = { type: 'oauth', for: 'user', issuer: issuer.issuer };
  const gateways = await startReplicas(open, 2, {
    env: { MAX_CONCURRENCY: 200, MAX_QUEUE: 200 },
    mcpServers: { notes: { url: server.url, auth } },
  });
  const [first] = gateways;
  if (first === undefined) throw new Error('no gateway');
  const setupUrl = gateways
    .map(({ app }) => app.get(FirstStart).takeBanner().setupUrl)
    .find((url) => url !== undefined);
  const browser = new PageVisitor(first.url);
  const page = await browser.get(new URL(String(setupUrl)).pathname + new URL(String(setupUrl)).search);
  await browser.submit(page, '/setup', operator);
  await connect(browser, issuer, '/connect/notes');
  for (let round = 1; round <= 5; round++) {
    for (const gateway of gateways) expect((await gateway.call('notes', 'whoami')).status).toBe(200);
    issuer.tokens.expireAccess();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => gateways[index % 2]?.call('notes', 'whoami')),
    );
    expect([...new Set(answers.map((answer) => answer?.status))]).toEqual([200]);
    expect([issuer.tokens.refreshes, issuer.tokens.replays]).toEqual([round, 0]);
  }
});
