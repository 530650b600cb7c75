import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Application, Request, Response } from 'express';
import { basePathOf } from '../kernel/base-path.js';
import { Config } from '../platform/config/config.js';
import { RequestPipeline } from '../platform/http/request-pipeline.js';
import { contextOf } from '../platform/http/request-context.js';
import { BuiltConsole } from './built-console.js';

/** Serves the console at `/console` and below. It is public: what it shows it asks the API for, as who is signed in. */
export function mountConsole(app: NestExpressApplication): void {
  const front = app.get(RequestPipeline);
  const { publicUrl } = app.get(Config);
  const built = BuiltConsole.read(basePathOf(publicUrl));
  const express = app.getHttpAdapter().getInstance() as Application;
  express.get(/^\/console(?:\/|$)/, (req: Request, res: Response) => {
    const context = contextOf(req);
    try {
      const path = req.path.slice('/console/'.length);
      void front.send(res, built.reply(path, req.headers['accept-encoding']), context);
    } catch (error) {
      front.fail(res, error, context);
    }
  });
}
