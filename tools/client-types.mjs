// Writes src/client/openapi-types.ts: the types of every operation, from openapi.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { clientTypes } from './client-types-text.mjs';

const root = new URL('../', import.meta.url);
const document = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8'));
writeFileSync(new URL('src/client/openapi-types.ts', root), await clientTypes(document));
