import { bytes, integer, milliseconds, variable } from './variable.js';

/** The limits of the native endpoints: sessions, subscriptions, and streams that can be resumed. */
export const nativeVariables = {
  MAX_SESSIONS: variable(
    integer(1),
    1000,
    'Sessions of the native endpoints (2025 revisions) at once per principal',
  ),
  SESSION_QUIET_MS: variable(
    milliseconds(0),
    60_000,
    'A session that has been silent for so long gives way when its owner has as many as he may',
  ),
  MAX_SUBSCRIPTIONS: variable(
    integer(1),
    1000,
    'Resources that a session or stream of MCP may be subscribed to',
  ),
  MAX_BATCH: variable(integer(1), 100, 'Most messages in one body of the native endpoints (2025-03-26)'),
  RESUME_EVENTS: variable(
    integer(1),
    256,
    'Events kept per stream of a session, for a client that comes back with Last-Event-ID',
  ),
  RESUME_BYTES: variable(bytes(0), 262_144, 'The same per session, in characters'),
  RESUME_MS: variable(
    milliseconds(0),
    300_000,
    'Time for which a stream that has ended can still be resumed',
  ),
  SESSION_IDLE_MS: variable(milliseconds(1000), 1_800_000, 'A session that is unused for so long is ended'),
};
