import { closeAfterAll } from '../../../support/closing.js';
import { appWith } from '../../../support/clients/sdk-apps.js';
import { echo } from '../../../support/upstreams/scripted-http.js';

const open = closeAfterAll();

it('[rules-bounds] a condition that does not end refuses the call after WORKFLOW_EXPRESSION_MS', async () => {
  const when = '($f := function($n) { $f($n + 1) }; $f(0))';
  const rules = [{ match: { tools: ['one__*'], when }, then: 'allow' }];
  const { app, upstreams } = await appWith(
    open,
    { one: [echo] },
    { config: { policies: { rules } }, env: { WORKFLOW_EXPRESSION_MS: 300 } },
  );
  const refused = await app.use('one__echo');
  expect(refused.body).toMatchObject({ code: 'tool-denied' });
  expect(refused.body['detail']).toContain('/policies/rules/0');
  expect(upstreams['one']?.executions('echo')).toBe(0);
});
