import type { RequirementRows } from '../rows.js';

/** The audit log somewhere else. */
export const auditSink: RequirementRows = {
  'docs/operations.md#the-audit-log-elsewhere': {
    'sink-order':
      'AUDIT_SINK gets the audit log in its order as NDJSON, each event with its account and a stable id, with AUDIT_SINK_HEADERS.',
    'sink-again':
      'Anything but a 2xx, a redirect and silence included, is tried again with the same events; the doctor names the sink meanwhile, and calls go on.',
    'sink-crash': 'What a killed process has not sent, the next one sends.',
    'sink-late': 'An event whose transaction ends late is sent although younger ones have been.',
    'sink-one': 'Of several processes one sends at a time, and another takes over when it is gone.',
    'sink-retention': 'An event that the sink has not taken stays beyond AUDIT_DAYS until it has.',
    'sink-file':
      'A file is for its owner alone, made anew after a rename, and holds whole lines whatever was in it.',
    'sink-stdout': 'Standard output gets the events among the lines of the log.',
    'sink-values': 'A value that cannot be meant ends the start with a line that says why.',
  },
};
