import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeclaredModule } from './declared.module.js';
import { Probes } from './publishing/probes.service.js';
import { PublishedMemory } from './publishing/published-memory.service.js';
import { PublishedServerEntity } from './publishing/published-server.entity.js';
import { PublishedServers } from './publishing/published-servers.service.js';
import { PublishedStore } from './publishing/published-store.port.js';
import { PublishingController } from './publishing/publishing.controller.js';
import { TypeormPublishedStore } from './publishing/typeorm-published-store.repository.js';
import { UpstreamsModule } from './upstreams.module.js';

/** Servers that the operator publishes at run time. */
@Module({
  imports: [DeclaredModule, UpstreamsModule, TypeOrmModule.forFeature([PublishedServerEntity])],
  controllers: [PublishingController],
  providers: [
    ...[Probes, PublishedMemory, PublishedServers],
    { provide: PublishedStore, useClass: TypeormPublishedStore },
  ],
  exports: [PublishedServers],
})
export class PublishingModule {}
