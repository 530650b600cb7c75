import { Module } from '@nestjs/common';
import { AppsModule } from '../apps/apps.module.js';
import { OperatorServers } from './declared/operator-servers.service.js';
import { ServerRegistry } from './declared/server-registry.service.js';
import { TenantServers } from './declared/tenant-servers.service.js';

/** Which servers there are, and who reaches them. */
@Module({
  imports: [AppsModule],
  providers: [OperatorServers, ServerRegistry, TenantServers],
  exports: [OperatorServers, ServerRegistry, TenantServers],
})
export class DeclaredModule {}
