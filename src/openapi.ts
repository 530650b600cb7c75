import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { variables } from './platform/config/variables.js';
import { problemResponse } from './platform/openapi/operation.decorator.js';
import { namedSchemas, toOpenApiSchema } from './platform/openapi/openapi-schema.js';
import { portable } from './platform/openapi/portable-openapi.js';
import { version } from './version.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

/** The OpenAPI 3.0.3 document of all operations; `maxTimeoutMs` is MAX_TOOL_TIMEOUT_MS as it is in force. */
export function buildOpenApi(
  app: INestApplication,
  maxTimeoutMs: number = variables.MAX_TOOL_TIMEOUT_MS.fallback,
): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Gantry')
    .setDescription('Any MCP tool server behind one HTTP API.')
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addSecurity('bearer', {
      type: 'http',
      scheme: 'bearer',
      description: 'User token `gtu_…` or app key `gta_…`',
    })
    .addTag('servers', 'MCP servers: tools, resources, prompts')
    .addTag('login', 'Logging in from the command line, and tokens')
    .addTag('accounts', 'People and what they did')
    .addTag('pages', 'Pages for the browser')
    .addTag('sdk', 'Everything that an app offers, as one')
    .addTag('operations', 'For those who run the gateway')
    .setOpenAPIVersion('3.0.3')
    .build();
  const document = SwaggerModule.createDocument(app, config, { standardSchemaConverter: toOpenApiSchema });
  const schemas = withTimeoutInForce(namedSchemas(), maxTimeoutMs);
  return portable({
    ...document,
    paths: withBodyProblems(document.paths),
    components: { ...document.components, schemas: { ...document.components?.schemas, ...schemas } },
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

/** Adds what may be wrong with a body to each operation that takes one. */
function withBodyProblems(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  for (const item of Object.values(paths))
    for (const { requestBody, responses } of Object.values(item as Record<string, Operation>)) {
      if (requestBody === undefined) continue;
      const refusal = responses['400'] as typeof malformed;
      responses['400'] = {
        description: `${malformed.description}; ${refusal.description}`,
        content: { ...malformed.content, ...refusal.content },
      };
      responses['413'] = problemResponse(['body-too-large']);
      responses['415'] = problemResponse(['unsupported-media-type']);
      const unavailable = responses['503'] as typeof malformed;
      if (!unavailable.description.includes('`overloaded`'))
        responses['503'] = {
          ...unavailable,
          description: `${overloaded.description}; ${unavailable.description}`,
          content: { ...overloaded.content, ...unavailable.content },
        };
    }
  return paths;
}
