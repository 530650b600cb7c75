import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { declareApi } from './api-stage.js';
import { oddDocuments } from './odd-documents.js';

const keep = closeAfterAll();
const open = closeAfterEach();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway());
});

// Large documents, and what they may take, are in the reliability tier.
it.each(oddDocuments)(
  '[openapi-hostile] a document with %s is an API as far as it can be',
  async (_, document, { fault, tools }) => {
    await declareApi(open, gateway, document);
    const { status, text } = await gateway.mcp('api', 'tools?limit=200');
    if (fault === undefined) {
      expect(status).toBe(200);
      expect((await gateway.server('api'))?.['toolCount']).toBe(tools);
    } else expect({ status, text }).toEqual({ status: 502, text: expect.stringContaining(fault) as string });
    expect((await gateway.json('/health/live')).status).toBe(200);
  },
);
