import type { JsonObject } from '../../kernel/json/json.js';
import type { EventTerms } from './event-filter.js';

/** When runs begin by themselves; `after` counts from the end of the one before, `event` begins one for each event, or for each set of them. */
export type ScheduleTiming =
  | { readonly kind: 'every' | 'after'; readonly ms: number }
  | { readonly kind: 'cron'; readonly pattern: string; readonly timezone: string }
  | { readonly kind: 'event'; readonly filters: readonly EventTerms[]; readonly needsAll?: true };

export const overlaps = ['skip', 'queue', 'allow'] as const;
export const catchUps = ['none', 'last', 'all'] as const;

/** How a workflow is begun by time: `schedule` of its document, and `metadata.schedule`. */
export interface WorkflowSchedule {
  /** As the document says it. */
  readonly written: JsonObject;
  readonly timing: ScheduleTiming;
  /** IANA name. */
  readonly timezone: string;
  /** What becomes of a due time while the run that was begun before is under way. */
  readonly overlap: (typeof overlaps)[number];
  /** What becomes of due times at which nobody was there. */
  readonly catchUp: (typeof catchUps)[number];
  readonly paused: boolean;
  /** Name or id of the key of the app as which its runs act; without it they act as the app. */
  readonly asKey?: string;
}
