import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Application } from 'express';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from './openapi-document.js';
import { html } from '../pages/page-html.js';
import { Pages } from '../pages/pages.js';
import { Reply } from '../http/answers/reply.js';

/** The OpenAPI document as it is served. It is made at the first question: that takes as long as half a start. */
@Injectable()
export class ApiDocument {
  private make: (() => OpenApiDocument) | undefined;
  private served: Reply | undefined;

  get reply(): Reply {
    if (this.make === undefined) throw new Error('there is no document yet: app.setup.ts must run first');
    return (this.served ??= Reply.json(this.make(), 200, { 'cache-control': 'no-cache' }));
  }

  /** `make` can only run when all modules are known. */
  publish(make: () => OpenApiDocument): void {
    this.make = make;
  }
}

/** Serves the OpenAPI document at `/api/openapi.json` and a page to try it at `/docs`; both public. */
export function mountDocs(app: NestExpressApplication, make: () => OpenApiDocument): void {
  app.get(ApiDocument).publish(make);
  const page = docsPage(app.get(Pages));
  const express = app.getHttpAdapter().getInstance() as Application;
  express.get('/docs', (_req, res) => res.type('text/html').send(page));
  express.get('/docs/start.js', (_req, res) => res.type('text/javascript').send(start));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    express.get(`/docs/${name}`, (_req, res) => {
      res.sendFile(name, { root: swaggerUi, maxAge: '5 minutes' });
    });
}

/** Swagger UI: what the build has copied, or in a checkout the package. */
const copied = fileURLToPath(new URL('../../swagger-ui/', import.meta.url));
const swaggerUi = existsSync(copied)
  ? copied
  : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Dark where the browser is, as the rest of the pages; Swagger UI leaves that to its frame. */
const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
SwaggerUIBundle({
  url: document.currentScript.dataset.document,
  dom_id: '#swagger-ui',
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  filter: true,
});
`;

function docsPage(pages: Pages): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Gantry API</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" type="image/svg+xml" href="${pages.path('/gantry.svg')}" />
        <link rel="stylesheet" href="${pages.path('/docs/swagger-ui.css')}" />
        <link rel="stylesheet" href="${pages.path('/docs.css')}" />
      </head>
      <body>
        <div id="swagger-ui"></div>
        <script src="${pages.path('/docs/swagger-ui-bundle.js')}"></script>
        <script
          src="${pages.path('/docs/start.js')}"
          data-document="${pages.path('/api/openapi.json')}"
        ></script>
      </body>
    </html>`.markup;
}
