import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { FirstStart } from './accounts/first-start.service.js';
import { AppModule } from './app.module.js';
import { setupApp } from './app.setup.js';
import { Config, ConfigError } from './platform/config/config.js';
import { Logger } from './platform/logging/logger.js';
import { redactText } from './platform/logging/redact.js';
import { OperatorServers } from './upstreams/operator-servers.service.js';
import { welcome } from './welcome.js';

async function start(): Promise<void> {
  // Faults of the settings are told before Nest, whose own report would bury them.
  Config.load();
  const app = await NestFactory.create<NestExpressApplication>(AppModule, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  const logger = app.get(Logger);
  const config = app.get(Config);
  app.useLogger(logger);
  logCrashes(logger);
  setupApp(app);
  await app.listen(config.values.PORT, config.values.HOST).catch((error: unknown) => {
    throw asFault(error);
  });
  config.listening((app.getHttpServer().address() as AddressInfo).port);
  logger.info('gateway.ready', { url: config.publicUrl });
  process.stdout.write(
    welcome(app.get(FirstStart).takeBanner(), config.publicUrl, app.get(OperatorServers).all()),
  );
  stopOnSignals(app, logger);
}

/** What the system refuses to listen at, by its code. A port that is in use may be free at the next try, so it is no fault of the settings. */
const faultsOfListening: Readonly<Record<string, string>> = {
  ENOTFOUND: 'HOST',
  EADDRNOTAVAIL: 'HOST',
  EACCES: 'PORT',
};

function asFault(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const variable = faultsOfListening[code];
  return variable === undefined
    ? error
    : new ConfigError([{ variable, detail: `cannot be listened at (${code})` }]);
}

/** Node would print what was thrown with all that hangs on it, credentials too. */
function logCrashes(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.error('process.crashed', { error });
    logger.flush();
    process.exit(1);
  });
}

/** First signal: drain, close, exit 0. Second: exit at once. */
function stopOnSignals(app: NestExpressApplication, logger: Logger): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      logger.info('gateway.stopping', { signal });
      void app.close().finally(() => {
        logger.flush();
        process.exit(0);
      });
    });
  }
}

function told(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port, stack } = error as NodeJS.ErrnoException & { readonly port?: number };
  return code === 'EADDRINUSE'
    ? `Port ${String(port)} is in use by another program. Stop it, or set PORT to another one.`
    : redactText(stack ?? String(error));
}

start().catch((error: unknown) => {
  process.stderr.write(`${told(error)}\n`);
  process.exit(error instanceof ConfigError ? ConfigError.exitCode : 1);
});
