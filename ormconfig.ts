import { DataSource } from 'typeorm';
import { Config } from './src/platform/config/config.js';
import { dataSourceOptions } from './src/platform/database/data-source-options.js';

/** For the TypeORM command line: the database that the gateway would use with the same environment. */
export const dataSource = new DataSource({
  ...dataSourceOptions(Config.load()),
  entities: [`${import.meta.dirname}/src/**/*.entity.ts`],
});
