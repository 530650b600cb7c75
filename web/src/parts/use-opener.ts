import { useCallback, useRef } from 'react';

/** Gives the focus back to what had it when a dialog opened: Radix does so for its own triggers alone. */
export function useOpener(): { readonly remember: () => void; readonly giveBack: (event: Event) => void } {
  const opener = useRef<Element>(null);
  const remember = useCallback(() => {
    opener.current = document.activeElement;
  }, []);
  const giveBack = useCallback((event: Event) => {
    event.preventDefault();
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
  }, []);
  return { remember, giveBack };
}
