import { Module } from '@nestjs/common';
import { NpmCommand } from './packages/npm-command.js';
import { NpmRegistry } from './packages/npm-registry.service.js';
import { PinnedPackages } from './packages/pinned-packages.js';

/** Packages of npm that are held to their bytes. */
@Module({
  providers: [NpmCommand, NpmRegistry, PinnedPackages],
  exports: [NpmRegistry, PinnedPackages],
})
export class PackagesModule {}
