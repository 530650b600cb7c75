import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database } from './database.js';
import { migrate } from './migrate.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => ({
        ...dataSourceOptions(config),
        autoLoadEntities: true,
        retryAttempts: 3,
      }),
      dataSourceFactory: async (options) => {
        if (options === undefined) throw new Error('no data source options');
        const dataSource = await new DataSource(options).initialize();
        await migrate(dataSource);
        return dataSource;
      },
    }),
  ],
  providers: [Database],
  exports: [Database],
})
export class DatabaseModule {}
