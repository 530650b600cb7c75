import { createContext, useContext } from 'react';

/** How many approvals wait for this person. */
export const WaitingContext = createContext(0);

export function useWaiting(): number {
  return useContext(WaitingContext);
}
