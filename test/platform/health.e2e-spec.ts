import { DataSource } from 'typeorm';
import { Drain } from '../../src/platform/http/answers/drain.js';
import { closeAfterEach } from '../support/closing.js';
import { startGateway } from '../support/gateway.js';

const open = closeAfterEach();

describe('Health', () => {
  it('[health] says that the process lives and serves', async () => {
    const gateway = await open(startGateway());
    for (const path of ['/health/live', '/health/ready']) {
      const response = await fetch(gateway.url + path);
      expect({ path, status: response.status, body: await response.json() }).toEqual({
        path,
        status: 200,
        body: { status: 'ok' },
      });
    }
  });

  it('[health] is not ready without its database, but alive', async () => {
    const ill = await open(startGateway());
    await ill.app.get(DataSource).destroy();
    const ready = await fetch(`${ill.url}/health/ready`);
    expect({ status: ready.status, body: await ready.json() }).toMatchObject({
      status: 503,
      body: { code: 'database-unavailable' },
    });
    expect(ready.headers.get('retry-after')).toBe('1');
    expect((await fetch(`${ill.url}/health/live`)).status).toBe(200);
    await ill.app.get(DataSource).initialize();
    expect((await fetch(`${ill.url}/health/ready`)).status).toBe(200);
  });

  it('[health] is not ready once it drains', async () => {
    const leaving = await open(startGateway());
    await leaving.app.get(Drain).beforeApplicationShutdown();
    const { status, body, headers } = await leaving.json('/health/ready');
    expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'shutting-down' });
    expect(headers.get('retry-after')).toBe('1');
  });
});
