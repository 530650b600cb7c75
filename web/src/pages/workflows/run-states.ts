import type { WorkflowRun, RunStep } from '../../api/models.ts';
import type { Tone } from '../../parts/state-word.tsx';

type State = WorkflowRun['status'] | RunStep['status'];

export const runStates: Readonly<Record<State, { readonly word: string; readonly tone: Tone }>> = {
  running: { word: 'Running', tone: 'busy' },
  waiting: { word: 'Waiting', tone: 'busy' },
  completed: { word: 'Completed', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'off' },
};
