import type { Server } from '../../api/models.ts';
import type { Tone } from '../../parts/state-word.tsx';

/** The words for the state of a server, in the order of the filter. */
export const serverStates = [
  'Ready',
  'Connecting',
  'Degraded',
  'Unavailable',
  'Disabled',
  'Wants sign-in',
] as const;

export type ServerState = (typeof serverStates)[number];

const words: Readonly<Record<Server['status'], ServerState>> = {
  ready: 'Ready',
  connecting: 'Connecting',
  degraded: 'Degraded',
  unavailable: 'Unavailable',
  disabled: 'Disabled',
};

export const stateTones: Readonly<Record<ServerState, Tone>> = {
  Ready: 'good',
  Connecting: 'busy',
  Degraded: 'busy',
  Unavailable: 'bad',
  Disabled: 'off',
  'Wants sign-in': 'busy',
};

/** What a person has to know of it: that it wants them comes before how the connection stands. */
export function stateOf({ status, auth }: Pick<Server, 'status' | 'auth'>): ServerState {
  return status !== 'disabled' && auth?.state === 'needs_auth' ? 'Wants sign-in' : words[status];
}

/** As it stands in an address: `wants-sign-in`; there it may be written as it is shown, too. */
export function stateSlug(state: string): string {
  return state.toLowerCase().replaceAll(' ', '-');
}
