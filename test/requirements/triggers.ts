import type { RequirementRows } from './rows.js';

/** What begins workflows: time, and what others send. */
export const triggers: RequirementRows = {
  'docs/workflow-triggers.md#schedules': {
    'triggers-schedule':
      'A workflow with a schedule begins at its times, in its zone, as the app; the run says so, and GET …/schedule says when the next begins.',
    'triggers-due-once': 'Each due time is due once, whatever the clock does.',
    'triggers-zones':
      'A cron schedule goes by the clock of its zone: a time that is left out or comes twice in a day comes once.',
    'triggers-catch-up':
      'catchUp none, last or all says what becomes of due times at which nobody was there.',
    'triggers-overlap':
      'overlap skip, queue or allow says what becomes of due times while a run is under way.',
    'triggers-queue': 'A due time that is queued begins when the run before it has ended.',
    'triggers-after': 'after counts from the end of the run before.',
    'triggers-schedule-faults': 'What is wrong with a schedule is told when the config is saved.',
  },
  'docs/workflow-triggers.md#pause-resume-run-now': {
    'triggers-pause':
      'A schedule can be paused, resumed and run at once; who paused it keeps it so over changes of the config.',
    'triggers-config': 'A schedule follows the config of its app: changed, rolled back, removed.',
  },
  'docs/workflow-triggers.md#as-whom': {
    'triggers-as-key':
      'With asKey runs act as that key of the app; when it is gone nothing begins, and the schedule says why.',
  },
  'docs/workflow-triggers.md#what-it-survives': {
    'triggers-processes':
      'Of several processes one begins the run that is due, and none is lost while none runs.',
    'triggers-kill': 'A process that is killed at any moment loses no due time and doubles none.',
    'workflow-mix-kill':
      'With webhooks, schedules, events, children, approvals and requests at once, a process that is killed at any moment repeats no finished step, and loses or doubles nothing.',
    'triggers-hook-kill':
      'A delivery that is sent until it is taken begins one run, whenever the process is killed, and no finished step of it is repeated.',
  },
  'docs/workflow-triggers.md#webhooks': {
    'triggers-hooks':
      'What is sent to the address of a webhook begins its workflow, as the app: 202 with the id of the run.',
    'triggers-deliveries': 'The same delivery gives the same run, however often and at once it is sent.',
    'triggers-signed-bodies':
      'T-13: a body signed for GitHub or by plain HMAC begins one run of a webhook, whatever its unsigned delivery id says, as long as the run is kept.',
    'triggers-signatures':
      'With verify only what is signed with the secret begins a run: plain HMAC, GitHub, Slack, Stripe.',
    'triggers-replays': 'What Slack and Stripe signed more than five minutes ago is refused.',
    'triggers-hook-bounds':
      'Bodies and deliveries of a webhook are bounded, and no body is read for an address that is none.',
    'triggers-hook-secrets':
      'The secret of an address is shown once, kept as a digest and never logged; people make and remove webhooks who may change the app.',
  },
};
