import { Module } from '@nestjs/common';
import { CatalogController } from './catalog/catalog.controller.js';
import { Additions } from './catalog/planning/additions.service.js';
import { Plans } from './catalog/planning/plans.service.js';
import { OwnRegistryController } from './catalog/registry/own-registry.controller.js';
import { OwnRegistry } from './catalog/registry/own-registry.service.js';
import { Catalog } from './catalog/sources/catalog.service.js';
import { DeclaredModule } from './declared.module.js';
import { PackagesModule } from './packages.module.js';
import { PublishingModule } from './publishing.module.js';

/** Servers that can be added, and what is published here as a registry. */
@Module({
  imports: [DeclaredModule, PackagesModule, PublishingModule],
  controllers: [CatalogController, OwnRegistryController],
  providers: [Additions, Catalog, OwnRegistry, Plans],
})
export class CatalogModule {}
