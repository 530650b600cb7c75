import type { Json } from '../../support/clients/gateway-client.js';
import { says } from '../../support/clients/sdk-apps.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { ownTime } from '../../support/measures/own-time.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const many = 5000;

it('[search-quick] searches 5,000 tools within 250 ms', async () => {
  const tools = Array.from({ length: many }, (_, n) => says(`crowded_tool_${String(n)}`, 'x'));
  const crowd = await open(ScriptedHttp.start(tools));
  const gateway = await open(startGateway({ mcpServers: { crowd: { url: crowd.url } } }));
  await gateway.mcp('crowd', 'tools');
  const search = async (q: string) =>
    (await gateway.json(`/api/search?q=${encodeURIComponent(q)}`)).body['hits'] as Json[];
  await search('crowded tool 4999');
  const startedAt = ownTime();
  const hits = await search('crowded 4999');
  expect(ownTime() - startedAt).toBeLessThan(250);
  expect(hits[0]).toMatchObject({ name: 'crowded_tool_4999' });
});
