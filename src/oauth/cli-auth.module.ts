import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoginApprovals } from './device/approvals.service.js';
import { CodeEntryEntity } from './device/code-entry.entity.js';
import { DeviceGrantEntity } from './device/device-grant.entity.js';
import { DeviceLoginController } from './device/device-login.controller.js';
import { DeviceMetrics } from './device/device-metrics.js';
import { DeviceLogins } from './device/device-logins.service.js';
import { DevicePage } from './device/device.page.js';
import { DeviceViews } from './device/device-views.page.js';
import { GrantStore } from './device/grant-store.port.js';
import { SessionController } from './device/session.controller.js';
import { TypeormGrantStore } from './device/typeorm-grant-store.repository.js';

/** How the command line logs in: the OAuth device flow, the page where people approve it, and what a login can ask about itself. */
@Module({
  imports: [TypeOrmModule.forFeature([DeviceGrantEntity, CodeEntryEntity])],
  controllers: [DeviceLoginController, SessionController, DevicePage],
  providers: [
    { provide: GrantStore, useClass: TypeormGrantStore },
    LoginApprovals,
    DeviceLogins,
    DeviceMetrics,
    DeviceViews,
  ],
  exports: [DeviceLogins, DeviceMetrics],
})
export class CliAuthModule {}
