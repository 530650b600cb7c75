import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { figure } from '../../../support/measures/figures.js';
import { spawnGateway, type GatewayProcess } from '../../../support/processes/gateway-process.js';
import { many, named, worstDocuments } from './worst-documents.js';

const kinds = Object.keys(worstDocuments);
const mebibytes = 400;
/** The long form has 500. */
const servers = Number(process.env['API_SERVERS'] ?? 100);

let host: Server;
let gateway: GatewayProcess;

beforeAll(async () => {
  const texts = Object.fromEntries(kinds.map((kind) => [`/${kind}`, JSON.stringify(worstDocuments[kind])]));
  host = createServer((req, res) => {
    res.setHeader('content-type', 'application/json').end(texts[req.url ?? ''] ?? '{}');
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${String((host.address() as AddressInfo).port)}`;
  gateway = await spawnGateway({
    nodeOptions: [`--max-old-space-size=${String(mebibytes)}`],
    mcpServers: named(servers, (at) => [
      `a${String(at)}`,
      { openapi: `${base}/${kinds[at % kinds.length] ?? ''}`, timeoutMs: 120_000 },
    ]),
    env: { LIST_DEADLINE_MS: '60000', CONNECT_TIMEOUT_MS: '60000' },
  });
  await gateway.ready();
});

afterAll(async () => {
  await gateway.stop();
  host.close();
});

it('[openapi-memory] a heap of 400 MB survives the worst documents of 100 servers of one account, 500 in the long form', async () => {
  const answers: number[] = [];
  answers.push((await gateway.client.mcp('a0', 'tools?limit=1')).status);
  const others = many(servers - 1, (at) => `a${String(at + 1)}`);
  answers.push(
    ...(await Promise.all(
      others.map(async (name) => (await gateway.client.mcp(name, 'tools?limit=1')).status),
    )),
  );
  figure('openapi-memory', { servers, listed: answers.filter((status) => status === 200).length });
  expect(gateway.child.exitCode).toBeNull();
  expect((await gateway.client.json('/health/live')).status).toBe(200);
  // What has no room is refused; the first have some.
  expect(answers[0]).toBe(200);
  expect(answers.filter((status) => status !== 200).length).toBeGreaterThan(servers / 2);
  const { body } = await gateway.client.json('/api/usage/limits');
  const { used, max } = (body['limits'] as Record<string, number | string>[]).find(
    ({ name }) => name === 'apiBytes',
  ) as { used: number; max: number };
  expect(used).toBeLessThanOrEqual(max);
});
