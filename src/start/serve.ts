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
import { WorkerDoor } from '../platform/workers/worker-door.service.js';
import { announceServing, takeWorkerPlace, workerPlace } from '../platform/workers/worker-place.js';
import { OperatorServers } from '../upstreams/declared/operator-servers.service.js';
import { claimDataFolder } from './claim-data-folder.js';
import { patiently } from './patiently.js';
import { writeWelcome } from './welcome.js';

/** What a system means that does not let a process write to its own memory. */
const readable =
  'Programs of the same user, stdio servers too, can read the variables of this process in /proc. Give secrets as files (SECRET_KEY_FILE and the like).';

/** Makes this process a gateway, alone or as one of the workers that the settings ask for. */
export async function serve(settings: Config, isHidden: boolean): Promise<void> {
  if (settings.values.GANTRY_WORKERS > 1) await takeWorkerPlace();
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
  await app.get(WorkerDoor).open(app.getHttpServer());
  await app.listen(config.values.PORT, config.values.HOST);
  config.listening((app.getHttpServer().address() as AddressInfo).port);
  announce(app, config, logger);
  stopOnSignals(app, logger, folder);
}

/** What a start says, one process says; the other workers say that they are there. */
function announce(app: NestExpressApplication, config: Config, logger: Logger): void {
  if (workerPlace()?.leads === false) logger.info('worker.ready');
  else {
    writeWelcome(config, app.get(FirstStart).takeBanner(), app.get(OperatorServers).all());
    // Whoever waits for `gateway.ready` has the key by then.
    logger.info('gateway.ready', { url: config.publicUrl });
  }
  announceServing();
}

/** Node would print what was thrown with all that hangs on it, credentials too. */
function logCrashes(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.error('process.crashed', { error });
    logger.flush();
    process.exit(1);
  });
}

/** First signal: drain, close, exit 0. Second: exit at once; of workers that is for the supervisor to do, as a terminal and it both tell them. */
function stopOnSignals(app: NestExpressApplication, logger: Logger, folder: FileLock | undefined): void {
  let stopping = false;
  async function stop(): Promise<void> {
    try {
      await app.close();
    } finally {
      await folder?.release();
      logger.flush();
      process.exit(0);
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping && workerPlace() === undefined) process.exit(1);
      if (stopping) return;
      stopping = true;
      logger.info('gateway.stopping', { signal });
      void stop();
    });
  }
}
