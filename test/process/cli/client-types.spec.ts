import { readFileSync } from 'node:fs';
import { clientTypes } from '../../../tools/client-types-text.mjs';

it('[client-types] the client has the types of the committed openapi.json; `npm run client:types` writes them', async () => {
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as object;
  expect(readFileSync('src/client/openapi-types.ts', 'utf8') === (await clientTypes(document))).toBe(true);
});
