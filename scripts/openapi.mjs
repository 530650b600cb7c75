import { NestFactory } from '@nestjs/core';
import { writeFileSync } from 'node:fs';
import { AppModule } from '../dist/app.module.js';
import { buildOpenApi } from '../dist/openapi.js';

// In preview mode Nest reads the modules and makes nothing: no database, no port and no setting is needed.
const app = await NestFactory.create(AppModule, { preview: true, logger: ['error'] });
writeFileSync('openapi.json', `${JSON.stringify(buildOpenApi(app), null, 2)}\n`);
