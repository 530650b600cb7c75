import { Global, Module } from '@nestjs/common';
import { Config } from './config.js';

@Global()
@Module({ providers: [{ provide: Config, useFactory: () => Config.load() }], exports: [Config] })
export class ConfigModule {}
