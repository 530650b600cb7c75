import { variables } from '../../src/platform/config/variables.js';
import { personIn } from '../support/clients/apps-client.js';
import { CliMachine } from '../support/clients/cli.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { setUpOperator } from '../support/people.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
let gateway: TestGateway;
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start());
  gateway = await open(
    startGateway({
      mcpServers: { well: { url: upstream.url } },
      env: {
        SECRET_KEY: 'canary-of-the-secret-key-of-32-and-more',
        MAX_APPS: 7,
        ALLOWED_HOSTS: ['a.example', 'b.example'],
      },
    }),
  );
  await setUpOperator(gateway);
});

const look = async () => (await gateway.json('/api/doctor')).body as { ok: boolean; findings: Json[] };

describe('GET /api/settings', () => {
  it('[settings] [settings-secrets] has every variable, what holds and from where; secrets only as set or not', async () => {
    const { status, body, text } = await gateway.json('/api/settings');
    expect(status).toBe(200);
    const settings = new Map((body['settings'] as Json[]).map((setting) => [setting['name'], setting]));
    expect([...settings.keys()]).toEqual(Object.keys(variables));
    expect(settings.get('MAX_APPS')).toMatchObject({ value: '7', set: true, source: 'environment' });
    expect(settings.get('ALLOWED_HOSTS')).toMatchObject({ value: 'a.example,b.example' });
    expect(settings.get('MAX_APP_SECRETS')).toMatchObject({ set: false, source: 'default', secret: false });
    expect(settings.get('SECRET_KEY')).toMatchObject({ set: true, secret: true });
    expect(settings.get('ADMIN_PASSWORD')).toMatchObject({ set: false, secret: true });
    for (const secret of ['SECRET_KEY', 'BOOTSTRAP_TOKEN', 'DATABASE_URL'])
      expect(settings.get(secret)).not.toHaveProperty('value');
    expect(text).not.toContain('canary');
    expect(text).not.toContain(gateway.token);
  });

  it('[settings] [doctor] are the operator’s', async () => {
    const stranger = await personIn(gateway, 'strangers');
    for (const path of ['/api/settings', '/api/doctor']) expect((await stranger.json(path)).status).toBe(403);
  });

  it('[cli-settings] are what the command lists', async () => {
    const machine = await open(CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
    const { code, stdout } = await machine.run(['settings', 'max_apps']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/MAX_APPS\t7\tenvironment/);
  });
});

describe('GET /api/doctor', () => {
  it('[doctor] finds nothing wrong with a gateway that is well', async () => {
    expect(await look()).toEqual({ ok: true, findings: [] });
  });

  it('[doctor] names what is wrong with the file and the servers, with a remedy, until it is mended', async () => {
    gateway.writeMcpConfig({
      mcpServers: {
        well: { url: upstream.url },
        gone: { url: 'http://127.0.0.1:9/mcp' },
        odd: { url: 'ftp://x' },
      },
    });
    const { ok, findings } = await waitFor('the findings', async () => {
      const found = await look();
      return found.findings.length >= 1 && found;
    });
    expect(ok).toBe(false);
    const file = findings.find(({ title }) => String(title).includes('file'));
    expect(String(file?.['detail'])).toMatch(/line \d+.*odd/);
    for (const finding of findings) {
      expect(finding['about']).toBe('servers');
      expect(String(finding['remedy'])).toMatch(/\w/);
    }
    gateway.writeMcpConfig({
      mcpServers: { well: { url: upstream.url }, gone: { url: 'http://127.0.0.1:9/mcp' } },
    });
    const gone = await waitFor('the server', async () =>
      (await look()).findings.find(({ server }) => server === 'gone'),
    );
    expect(String(gone['title'])).toMatch(/gone is (unavailable|degraded)/);
    gateway.writeMcpConfig({ mcpServers: { well: { url: upstream.url } } });
    await waitFor('all to be well', async () => (await look()).ok);
  });
});
