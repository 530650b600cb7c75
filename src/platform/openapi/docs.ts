import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Pages } from '../pages/pages.js';
import { Reply } from '../http/answers/reply.js';

/** The OpenAPI document as it is served. It is made at the first question: that takes as long as half a start. */
@Injectable()
export class ApiDocument {
  private make: (() => OpenAPIObject) | undefined;
  private made: OpenAPIObject | undefined;
  private served: Reply | undefined;

  get document(): OpenAPIObject {
    if (this.make === undefined) throw new Error('there is no document yet: app.setup.ts must run first');
    return (this.made ??= this.make());
  }

  get reply(): Reply {
    return (this.served ??= Reply.json(this.document, 200, { 'cache-control': 'no-cache' }));
  }

  /** `make` can only run when all modules are known. */
  publish(make: () => OpenAPIObject): void {
    this.make = make;
  }
}

/** Serves the OpenAPI document at `/api/openapi.json` and a page to try it at `/docs`; both public. */
export function mountDocs(app: NestExpressApplication, make: () => OpenAPIObject): void {
  const description = app.get(ApiDocument);
  description.publish(make);
  const pages = app.get(Pages);
  SwaggerModule.setup('docs', app, () => description.document, {
    raw: false,
    customSiteTitle: 'Gantry API',
    customCssUrl: pages.path('/docs.css'),
    customfavIcon: pages.path('/gantry.svg'),
    swaggerOptions: { defaultModelsExpandDepth: -1, filter: true },
  });
}
