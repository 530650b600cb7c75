import type { RequirementRows } from '../rows.js';

/** Who may use which servers and tools. */
export const grants: RequirementRows = {
  'docs/grants.md#what-a-grant-says': {
    'grants-faults': 'Each grant names one subject and globs within bounds; faults are 422 with pointers.',
    'grants-add-up': 'Grants add up, and deny narrows its own.',
    'grants-groups': 'A group is one that the last sign-in at its provider named.',
    'grants-group-provider':
      'A group in a grant names its provider; sign-ins elsewhere neither give nor take it, and a provider gives groups only where it speaks for the person (T-05).',
    'grants-group-age': 'A group counts for OIDC_MAX_AGE_DAYS after the last sign-in at its provider.',
    'grants-teams': 'At GitHub, groups are teams and organizations.',
    'grants-own-names': 'Tools are meant by the names that their server has for them.',
    'grants-membership': 'Grants of a person end with the membership.',
  },
  'docs/grants.md#whom-they-narrow': {
    'grants-none': 'Without a grant that names people, everybody may use everything.',
    'grants-unnamed': 'With any, members whom none names may use nothing, owners and admins everything.',
    'grants-keys': 'Grants of apps narrow their keys, grants of people leave keys alone.',
    'grants-programs': 'A program gets no more than its person, nor than it was let in to.',
    'grants-managers': 'Managing is for owners and admins and never subject to grants.',
  },
  'docs/grants.md#what-is-refused-is-not-there': {
    'grants-doors': 'A server or tool that is refused is answered as a missing one, by every door.',
    'grants-workflows':
      'A workflow is there for whom grants leave it, and its steps are judged as its starter.',
    'grants-programs-by-models':
      '`run_workflow` is there for whom grants leave it among the workflows, and its steps are judged as its caller.',
    'grants-triggers':
      'Whom grants leave less than all of an app begins nothing by a schedule or an event that may do more than they.',
    'grants-runs': 'People whom grants narrow see their own runs, of workflows that are theirs to use.',
    'grants-use': 'A server that is refused is not taken up by an app; what has it keeps it.',
    'grants-chat':
      'A model is offered the tools that grants leave the caller of the chat, and calls no other.',
    'grants-approvers':
      'An approval is there for approvers whom grants leave its tool, and judged again by those of its caller.',
    'grants-connect': 'A server that is refused is none where people connect servers.',
    'grants-why': 'The record of a call tells whose grant it went by.',
    'grants-attacks': 'Neither ids, browsers nor programs reach what grants refuse.',
    'grants-lists': 'Nothing of what is refused is in any list, search or suggestion.',
  },
  'docs/grants.md#groups-of-earlier-versions': {
    'grants-group-migration':
      'Groups of before they named a provider are of the only provider at which anyone has signed in, else of none (T-05).',
  },
  'docs/grants.md#changing-them': {
    'grants-list': 'The list has an ETag, is replaced with If-Match, and changed by adding and removing.',
    'grants-pages': 'The list of grants is read whole or in pages, each with the ETag of the list.',
    'grants-filter':
      'The list is looked through by words and by server, in pages, with the names of the people in them.',
    'grants-minimal': 'With `Prefer: return=minimal` a change is answered without the list.',
    'grants-others': 'Sessions of those whom a change of grants does not concern go on.',
    'grants-replay': 'Grants are judged before an answer is given again for an Idempotency-Key.',
    'grants-results': 'The whole of a result is there only for whom grants leave its tool now.',
    'grants-sessions': 'Sessions and streams of those concerned end when grants change.',
    'grants-processes': 'A change of grants holds in other processes within five seconds.',
    'grants-audit': 'Each change of grants is an audit event.',
    'grants-limits':
      'An account has at most MAX_GRANTS and MAX_GRANT_BYTES, and a member, role, group or app at most MAX_GRANT_GLOBS.',
    'grants-of-apps': 'Grants of an app go with it, and the list has another ETag.',
    'grants-many-groups':
      'Of the grants of groups somebody has as many as have MAX_GRANT_GLOBS globs; the rest leaves nothing.',
  },
};
