import createClient from 'openapi-fetch';
import createHooks from 'openapi-react-query';
import type { paths } from '../../../src/client/openapi-types.ts';
import { ownFetch } from './own-fetch.ts';
import { gatewayUrl } from './place.ts';

/** Every operation of the gateway, typed by its own OpenAPI document. Rejects with ApiProblem. */
export const api = createClient<paths>({ baseUrl: gatewayUrl, fetch: ownFetch });

/** The same as hooks: `queries.useQuery('get', '/api/servers')`. */
export const queries = createHooks(api);
