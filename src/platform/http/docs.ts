import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Reply } from './reply.js';

/** The OpenAPI document as it is served; it can be made only when all modules are known. */
@Injectable()
export class ApiDocument {
  private served: Reply | undefined;

  get reply(): Reply {
    if (this.served === undefined) throw new Error('there is no document yet: app.setup.ts must run first');
    return this.served;
  }

  publish(document: OpenAPIObject): void {
    this.served = Reply.json(document, 200, { 'cache-control': 'no-cache' });
  }
}

/** Serves the OpenAPI document at `/api/openapi.json` and a page to try it at `/docs`; both public. */
export function mountDocs(app: NestExpressApplication, document: OpenAPIObject): void {
  app.get(ApiDocument).publish(document);
  SwaggerModule.setup('docs', app, document, { raw: false, customSiteTitle: 'Gantry API' });
}
