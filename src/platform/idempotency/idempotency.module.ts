import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotencyRecordEntity } from './idempotency-record.entity.js';
import { IdempotencyStore } from './idempotency-store.port.js';
import { IdempotencyUpkeep } from './idempotency-upkeep.service.js';
import { KeptAnswers } from './kept-answers.service.js';
import { Idempotency } from './idempotency.service.js';
import { TypeormIdempotencyStore } from './typeorm-idempotency-store.repository.js';

/** Requests that are carried out at most once, however often they come. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyRecordEntity])],
  providers: [
    Idempotency,
    IdempotencyUpkeep,
    KeptAnswers,
    { provide: IdempotencyStore, useClass: TypeormIdempotencyStore },
  ],
  exports: [Idempotency],
})
export class IdempotencyModule {}
