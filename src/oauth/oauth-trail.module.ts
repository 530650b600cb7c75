import { Module } from '@nestjs/common';
import { OAuthMetrics } from './protocol/oauth-metrics.js';
import { OAuthTrail } from './protocol/oauth-trail.service.js';

/** What is written down of programs that come by OAuth. */
@Module({ providers: [OAuthMetrics, OAuthTrail], exports: [OAuthTrail] })
export class OAuthTrailModule {}
