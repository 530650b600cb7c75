import { Module } from '@nestjs/common';
import { OAuthMetadataController } from './metadata.controller.js';

/** The documents by which programs find our authorization server. */
@Module({ controllers: [OAuthMetadataController] })
export class OAuthMetadataModule {}
