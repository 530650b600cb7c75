import { Global, Module } from '@nestjs/common';
import { AppsModule } from '../../apps/apps.module.js';
import { Reach } from '../../oauth/authorize/reach.port.js';
import { UpstreamsModule } from '../../upstreams/upstreams.module.js';
import { ProgramReach } from './program-reach.adapter.js';

/** Tells the authorization server what there is to be let in to; it knows neither servers nor apps. */
@Global()
@Module({
  imports: [AppsModule, UpstreamsModule],
  providers: [{ provide: Reach, useClass: ProgramReach }],
  exports: [Reach],
})
export class ProgramReachModule {}
