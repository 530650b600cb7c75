import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Application, Request, Response } from 'express';
import { Front } from './front.js';
import { Reply } from './reply.js';
import { contextOf } from './request-context.js';

/** Serves the OpenAPI document at `/api/openapi.json` and a page to try it at `/docs`; both public. */
export function mountDocs(app: NestExpressApplication, document: OpenAPIObject): void {
  const front = app.get(Front);
  const json = Reply.json(document, 200, { 'cache-control': 'no-cache' });
  const express = app.getHttpAdapter().getInstance() as Application;
  express.get('/api/openapi.json', (req: Request, res: Response) => front.send(res, json, contextOf(req)));
  SwaggerModule.setup('docs', app, document, { raw: false, customSiteTitle: 'Gantry API' });
}
