import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Approvals } from './approvals.service.js';
import { CodeEntryEntity } from './code-entry.entity.js';
import { DeviceGrantEntity } from './device-grant.entity.js';
import { DeviceLoginController } from './device-login.controller.js';
import { DeviceMetrics } from './device-metrics.js';
import { DeviceLogins } from './device-logins.service.js';
import { DevicePage } from './device.page.js';
import { DeviceViews } from './device-views.page.js';
import { GrantStore } from './grant-store.port.js';
import { SessionController } from './session.controller.js';
import { TypeormGrantStore } from './typeorm-grant-store.repository.js';

/** How the command line logs in: the OAuth device flow, the page where people approve it, and what a login can ask about itself. */
@Module({
  imports: [TypeOrmModule.forFeature([DeviceGrantEntity, CodeEntryEntity])],
  controllers: [DeviceLoginController, SessionController, DevicePage],
  providers: [
    { provide: GrantStore, useClass: TypeormGrantStore },
    Approvals,
    DeviceLogins,
    DeviceMetrics,
    DeviceViews,
  ],
})
export class CliAuthModule {}
