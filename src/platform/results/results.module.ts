import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KeptResultEntity } from './kept-result.entity.js';
import { KeptResultStore } from './kept-result-store.port.js';
import { KeptResults } from './kept-results.service.js';
import { ResultRetention } from './result-retention.service.js';
import { ResultsController } from './results.controller.js';
import { TypeormKeptResultStore } from './typeorm-kept-result-store.repository.js';

/** Results that can be read after their call. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([KeptResultEntity])],
  controllers: [ResultsController],
  providers: [KeptResults, ResultRetention, { provide: KeptResultStore, useClass: TypeormKeptResultStore }],
  exports: [KeptResults],
})
export class ResultsModule {}
