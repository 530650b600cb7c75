import { z } from 'zod';

/** Any JSON, where nothing more can be said of a member. */
export const JsonValueSchema = z.unknown().meta({ id: 'JsonValue', description: 'Any JSON value' });
