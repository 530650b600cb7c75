import { Module } from '@nestjs/common';
import { HomePage } from './home.page.js';

/** The pages for those who would rather look. */
@Module({ controllers: [HomePage] })
export class ConsoleModule {}
