import { z } from 'zod';

/** A moment as answers give it: RFC 3339 in UTC, `2026-01-31T12:00:00.000Z`. */
export const Instant = z.string().max(30).meta({ format: 'date-time' });
