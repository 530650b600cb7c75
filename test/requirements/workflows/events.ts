import type { RequirementRows } from '../rows.js';

/** Events: what they reach and what they begin. Issue 22 item 2, contract section 11. */
export const events: RequirementRows = {
  'docs/workflow-triggers.md#events': {
    'events-reach':
      'An event reaches every `listen` of the app that waits for its type, of no other app, and no `listen` for an approval.',
    'events-correlate':
      'A `listen` with `correlate` is reached by events that say what it expects, in them or beside them.',
    'events-filter': 'Attributes are compared with values, members of objects and expressions.',
    'events-all': 'With `all` one event for each filter is waited for, with the same correlation.',
    'events-past': 'An event that came since the run began is taken by a `listen` that comes later, once.',
    'events-bounds': 'Events are bounded in size, and sent once under an Idempotency-Key.',
    'events-begin': '`schedule.on` begins one run for each event and workflow, as the app.',
    'events-trigger-processes':
      'Of several processes any hears an event for a listen that another carries out, and one begins the run.',
    'events-overlap': '`overlap` and `paused` hold for what events begin.',
    'events-kill':
      'Killed at random moments, the gateway delivers each emitted event once, begins one run for it, and repeats no finished step.',
    'events-begin-all':
      '`all` of `schedule.on` begins one run once an event has come for each filter, about the same.',
    'events-programs':
      'What a program sends that was left some servers only reaches its own runs, and begins none.',
  },
  'docs/workflows.md#tasks': {
    'events-until':
      'A `listen` with a condition as `until` takes one event after the other until it holds; none is lost.',
    'events-until-consumed':
      'Events as `until` end a `listen`, about the same as what came, and are no part of its output; `raw` is the text of the data.',
    'events-foreach':
      '`foreach` is carried out for each event after the other, with an output and a context, and goes on where it failed.',
    'events-emit': '`emit` sends an event to the runs of its app and yields it.',
    'events-emit-rate':
      'Events that each begin several runs that emit them begin EVENT_RUNS_PER_MINUTE per account; the schedule tells why others were skipped.',
    'events-emit-depth': 'Events that begin runs that emit them end by name at WORKFLOW_MAX_DEPTH.',
  },
};
