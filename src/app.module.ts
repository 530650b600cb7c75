import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { PlatformModule } from './platform/platform.module.js';

/** The whole gateway. */
@Module({ imports: [PlatformModule, AccountsModule] })
export class AppModule {}
