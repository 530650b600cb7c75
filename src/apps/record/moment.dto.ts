import { z } from 'zod';
import { isMoment } from './moment.js';

/** A moment of a query. */
export const Moment = z.string().max(40).refine(isMoment, 'must be a time as RFC 3339 has it, or a date');
