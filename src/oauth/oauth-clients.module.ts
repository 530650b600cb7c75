import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientDocumentEntity } from './clients/client-document.entity.js';
import { ClientDocuments } from './clients/client-documents.service.js';
import { ClientEntity } from './clients/client.entity.js';
import { ClientMetrics } from './clients/client-metrics.js';
import { ClientRetention } from './clients/client-retention.service.js';
import { ClientStore } from './clients/client-store.port.js';
import { Clients } from './clients/clients.service.js';
import { DocumentSource } from './clients/document-source.port.js';
import { DocumentStore } from './clients/document-store.port.js';
import { EgressDocumentSource } from './clients/egress-document-source.adapter.js';
import { RegistrationController } from './clients/registration.controller.js';
import { Registrations } from './clients/registrations.service.js';
import { TypeormClientStore } from './clients/typeorm-client-store.repository.js';
import { TypeormDocumentStore } from './clients/typeorm-document-store.repository.js';
import { OAuthTrailModule } from './oauth-trail.module.js';

/** The programs that may ask people for access, by registration or by a document of their own. */
@Module({
  imports: [TypeOrmModule.forFeature([ClientEntity, ClientDocumentEntity]), OAuthTrailModule],
  controllers: [RegistrationController],
  providers: [
    { provide: ClientStore, useClass: TypeormClientStore },
    { provide: DocumentSource, useClass: EgressDocumentSource },
    { provide: DocumentStore, useClass: TypeormDocumentStore },
    ...[ClientDocuments, ClientMetrics, ClientRetention, Clients, Registrations],
  ],
  exports: [Clients],
})
export class OAuthClientsModule {}
