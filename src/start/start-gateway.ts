import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { FirstStart } from '../accounts/joining/first-start.service.js';
import { AppModule } from '../app.module.js';
import { setupApp } from '../app.setup.js';
import { Config } from '../platform/config/config.js';
import { reachDatabase } from '../platform/database/reach-database.js';
import { Logger } from '../platform/logging/logger.js';
import type { FileLock } from '../platform/database/file-lock.js';
import { OperatorServers } from '../upstreams/declared/operator-servers.service.js';
import { claimDataFolder } from './claim-data-folder.js';
import { hideEnvironment } from './hide-environment.js';
import { patiently } from './patiently.js';
import { reportFaults } from './report-faults.js';
import { writeWelcome } from './welcome.js';

/** What a system means that does not let a process write to its own memory. */
const readable =
  'Programs of the same user, stdio servers too, can read the variables of this process in /proc. Give secrets as files (SECRET_KEY_FILE and the like).';

/** Serves until a signal ends it; what keeps it from serving is told in a line each, and the process ends. */
export async function startGateway(): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.exit(reportFaults(error));
  }
}

async function start(): Promise<void> {
  const isHidden = hideEnvironment();
  // Faults of the settings are told before Nest, whose own report would bury them.
  const settings = Config.load();
  const folder = await claimDataFolder(settings);
  await patiently(settings.values.START_WAIT_MS, () => reachDatabase(settings));
  const app = await NestFactory.create<NestExpressApplication>(AppModule, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  const logger = app.get(Logger);
  const config = app.get(Config);
  app.useLogger(logger);
  logCrashes(logger);
  if (!isHidden) logger.warn('environment.readable', { detail: readable });
  setupApp(app);
  await app.listen(config.values.PORT, config.values.HOST);
  config.listening((app.getHttpServer().address() as AddressInfo).port);
  writeWelcome(config, app.get(FirstStart).takeBanner(), app.get(OperatorServers).all());
  // Whoever waits for `gateway.ready` has the key by then.
  logger.info('gateway.ready', { url: config.publicUrl });
  stopOnSignals(app, logger, folder);
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
function stopOnSignals(app: NestExpressApplication, logger: Logger, folder: FileLock | undefined): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      logger.info('gateway.stopping', { signal });
      void app
        .close()
        .finally(() => folder?.release())
        .finally(() => {
          logger.flush();
          process.exit(0);
        });
    });
  }
}
