import { createContext, useContext, useLayoutEffect } from 'react';

/** Marks the page as one whose first data is not there yet; the result takes that back. */
export const BusyContext = createContext<() => () => void>(() => () => undefined);

/** For as long as the component that asks for it is there. */
export function useBusyPage(): void {
  const begin = useContext(BusyContext);
  useLayoutEffect(() => begin(), [begin]);
}
