import { closeAfterAll } from '../../../support/closing.js';
import { startGateway, type TestGateway } from '../../../support/gateway.js';
import { figure } from '../../../support/measures/figures.js';
import { longestStall } from '../../../support/measures/longest-stall.js';
import { text } from '../../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
/** Looked at as one it takes a second and more. */
const endless = 'sk-'.repeat(3_000_000);

let gateway: TestGateway;

beforeAll(async () => {
  const { url } = await open(
    ScriptedHttp.start([
      tool('tell', (exchange) => {
        exchange.result(text(endless));
      }),
    ]),
  );
  gateway = await open(
    startGateway({
      mcpServers: {
        checked: { url, policies: { checks: { secrets: 'redact', pii: ['email'] } } },
        ruled: { url, policies: { rules: [{ match: { tools: ['*'] }, then: 'redact' }] } },
      },
    }),
  );
});

it.each(['checked', 'ruled'])('[checks-pieces] a long result holds up nobody (%s)', async (server) => {
  await gateway.toolNames(server);
  const stall = await longestStall(async () => {
    expect((await gateway.call(server, 'tell', {})).status).toBe(200);
  });
  figure(`a long result (${server})`, { stallMs: Math.round(stall) });
  expect(stall).toBeLessThan(500);
});
