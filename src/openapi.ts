import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { namedSchemas, toOpenApiSchema } from './platform/http/openapi-schema.js';
import { version } from './version.js';

/** The OpenAPI 3.0.3 document of all operations. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Gantry')
    .setDescription('Any MCP tool server behind one HTTP API.')
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'User token `gtu_…` or app key `gta_…`' },
      'bearer',
    )
    .addTag('servers', 'MCP servers: tools, resources, prompts')
    .addTag('operations', 'For those who run the gateway')
    .setOpenAPIVersion('3.0.3')
    .build();
  const document = SwaggerModule.createDocument(app, config, { standardSchemaConverter: toOpenApiSchema });
  return {
    ...document,
    components: { ...document.components, schemas: { ...document.components?.schemas, ...namedSchemas() } },
  };
}
