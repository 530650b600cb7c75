import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import {
  callBy,
  callPaths,
  policyStage,
  somePaths,
  told,
  whyOf,
  type CallStage,
} from '../../support/policies/policy-stage.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const checks = { pii: ['email'], invisibleText: 'deny', maxArgumentBytes: 1000 };

let stage: CallStage;

beforeAll(async () => {
  stage = await policyStage(keep, { checks }, { EGRESS_ALLOW: ['127.0.0.1'] });
});

describe('Checks of the operator', () => {
  it.each(callPaths)('[checks-paths] checks look at arguments and result by %s', async (path) => {
    const text = await callBy(stage, path, 'line', { word: 'ben@example.com' });
    expect(text).toContain('[email]');
    expect(text).not.toContain('ben@example.com');
    expect(text).not.toContain(told);
  });

  it.each(somePaths)('[checks-paths] a check refuses a call by %s', async (path) => {
    const before = stage.old.executed.length + stage.modern.executed.length;
    const text = await callBy(stage, path, 'line', { word: 'a\u200bb' });
    expect(text).toMatch(/arguments hold invisible text|tool-denied/);
    expect(stage.old.executed.length + stage.modern.executed.length).toBe(before);
  });

  it.each(callPaths.filter((path) => /old$|modern$/.test(path) && !path.includes('stdio')))(
    '[checks-errors] checks look at the errors of servers by %s',
    async (path) => {
      const text = await callBy(stage, path, 'line', { fails: true });
      expect(text).toContain('[email]');
      expect(text).not.toContain(told);
    },
  );

  it('[checks-contents] checks look at resources and prompts', async () => {
    const { gateway, old } = stage;
    old.methods.set('resources/read', (exchange) => {
      exchange.result({ contents: [{ uri: 'note://one', text: told }] });
    });
    expect((await gateway.mcp('old', 'resources/read', { uri: 'note://one' })).text).not.toContain(told);
    const prompt = await gateway.mcp('old', 'prompts/get', { name: 'greet', arguments: { who: told } });
    expect(prompt.text).toContain('Hello [email]');
  });

  it('[checks-why] the record of a call names the check that refused it', async () => {
    const refused = await stage.gateway.call('old', 'line', { word: 'x'.repeat(1000) });
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'tool-denied', detail: expect.stringContaining('maxArgumentBytes') as string },
    });
    expect(await whyOf(stage.gateway, refused)).toMatchObject([
      { by: 'operator', pointer: '/mcpServers/old/policies/checks', decision: 'deny' },
    ]);
  });
});

describe('Checks of an app', () => {
  it('[checks-apps] checks of an app apply to its servers, and faults in them are reported with their place', async () => {
    const server = await open(ScriptedHttp.start([echo]));
    const { gateway } = stage;
    const mcpServers = { one: { url: server.url } };
    const app = await createApp(gateway, 'checked', {
      mcpServers,
      policies: { checks: { urls: ['https://a.example/*'] } },
    });
    expect((await app.use('one__echo', { a: 'https://evil.example/' })).body).toMatchObject({
      code: 'tool-denied',
    });
    expect((await app.use('one__echo', { a: 'https://a.example/x' })).status).toBe(200);
    const config = {
      mcpServers,
      policies: { checks: { urls: ['http://a b'], pii: ['shoe'], secret: 'deny' } },
    };
    const { status, body } = await gateway.json('/api/cli/apps/checked/config', {
      method: 'PUT',
      body: { config },
      headers: { 'if-match': '*' },
    });
    expect(status).toBe(422);
    expect((body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer).sort()).toEqual([
      '/policies/checks/pii/0',
      '/policies/checks/secret',
      '/policies/checks/urls/0',
    ]);
  });
});
