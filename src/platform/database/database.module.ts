import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { tightenDataFolder } from './data-folder.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database } from './database.js';
import { GuardedDataSource } from './guarded-data-source.js';
import { prepareSchema } from './migrate.js';
import { PostgresListener } from './postgres-listener.adapter.js';
import { Signals } from './signals.js';
import { withSessionLimits } from './time-limits.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config, Logger],
      useFactory: (config: Config, logger: Logger) => {
        const options = dataSourceOptions(config);
        for (const path of tightenDataFolder(config.values.DATA_DIR))
          logger.warn('data-folder.open-to-others', { path, remedy: `chmod go= ${path}` });
        return { ...options, autoLoadEntities: true, retryAttempts: 3 };
      },
      dataSourceFactory: async (options) => {
        if (options === undefined) throw new Error('no data source options');
        await prepareSchema(options);
        return new GuardedDataSource(await withSessionLimits(options)).initialize();
      },
    }),
  ],
  providers: [Database, PostgresListener, Signals],
  exports: [Database, Signals],
})
export class DatabaseModule {
  constructor(dataSource: DataSource, logger: Logger) {
    (dataSource as GuardedDataSource).outage.listen({
      lost: (error) => {
        logger.warn('database.lost', { error });
      },
      back: (afterMs) => {
        logger.info('database.back', { afterMs: Math.round(afterMs) });
      },
    });
  }
}
