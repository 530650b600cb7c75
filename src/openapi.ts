import type { INestApplication } from '@nestjs/common';
import { variables } from './platform/config/variables.js';
import { problemResponse } from './platform/openapi/operation.decorator.js';
import type { OpenApiDocument, OpenApiPaths, OpenApiResponse } from './platform/openapi/openapi-document.js';
import { openApiPaths } from './platform/openapi/openapi-paths.js';
import { namedSchemas } from './platform/openapi/openapi-schema.js';
import { portable } from './platform/openapi/portable-openapi.js';
import { version } from './version.js';

const tags = [
  { name: 'servers', description: 'MCP servers: tools, resources, prompts' },
  { name: 'login', description: 'Logging in from the command line, and tokens' },
  { name: 'oauth', description: 'How programs come in by OAuth' },
  { name: 'accounts', description: 'People and what they did' },
  { name: 'pages', description: 'Pages for the browser' },
  { name: 'sdk', description: 'Everything that an app offers, as one' },
  { name: 'operations', description: 'For those who run the gateway' },
];

/** The OpenAPI 3.0.3 document of all operations; `maxTimeoutMs` is MAX_TOOL_TIMEOUT_MS as it is in force. */
export function buildOpenApi(
  app: INestApplication,
  maxTimeoutMs: number = variables.MAX_TOOL_TIMEOUT_MS.fallback,
): OpenApiDocument {
  return portable({
    openapi: '3.0.3',
    paths: withBodyProblems(openApiPaths(app)),
    info: {
      title: 'Gantry',
      description: 'Any MCP tool server behind one HTTP API.',
      version,
      contact: {},
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    tags,
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'User token `gtu_…`, app key `gta_…`, or token `gto_…` that a program got by OAuth',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-gantry-session',
          description:
            'A browser that is signed in, at pages of the gateway itself; without `__Host-` where PUBLIC_URL is no https address',
        },
      },
      schemas: withTimeoutInForce(namedSchemas(), maxTimeoutMs),
    },
  });
}

/** `timeoutMs` of a request is bounded by a setting. */
function withTimeoutInForce(
  schemas: ReturnType<typeof namedSchemas>,
  maximum: number,
): ReturnType<typeof namedSchemas> {
  for (const name of ['CallRequest', 'ReadResourceRequest', 'AppReadRequest', 'GetPromptRequest']) {
    const properties = schemas[name]?.['properties'] as Record<string, { maximum?: number }> | undefined;
    if (properties?.['timeoutMs'] !== undefined) properties['timeoutMs'].maximum = maximum;
  }
  return schemas;
}

const overloaded = problemResponse(['overloaded']);
const malformed = problemResponse(['malformed-json', 'json-too-deep']);

/** Adds what may be wrong with a body to each operation that takes one, or is sent one that it has no use for. */
function withBodyProblems(paths: OpenApiPaths): OpenApiPaths {
  for (const item of Object.values(paths))
    for (const [method, { requestBody, responses }] of Object.entries(item)) {
      if (requestBody === undefined && method === 'get') continue;
      responses['400'] = joined(malformed, responses['400']);
      responses['413'] = problemResponse(['body-too-large']);
      responses['415'] = problemResponse(['unsupported-media-type']);
      if (responses['503']?.description.includes('`overloaded`') !== true)
        responses['503'] = joined(overloaded, responses['503']);
    }
  return paths;
}

function joined(first: OpenApiResponse, own: OpenApiResponse | undefined): OpenApiResponse {
  if (own === undefined) return first;
  return {
    ...own,
    description: `${first.description}; ${own.description}`,
    content: { ...first.content, ...own.content },
  };
}
