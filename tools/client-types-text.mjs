import openapiTs, { astToString } from 'openapi-typescript';

/** The text of src/client/openapi-types.ts for an OpenAPI document: the API, without pages and probes. */
export async function clientTypes(document) {
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/'));
  const nodes = await openapiTs({ ...document, paths: Object.fromEntries(paths) });
  return `/** Types of every operation. Generated from openapi.json by \`npm run client:types\`. */\n\n${astToString(nodes)}`;
}
