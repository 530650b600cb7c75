import { useCallback, useRef, useState } from 'react';

export interface Action<Input extends readonly unknown[]> {
  /** Does it, unless it is under way already. Never rejects: what goes wrong is `error`. Tells whether it was done. */
  readonly run: (...input: Input) => Promise<boolean>;
  readonly busy: boolean;
  readonly error: unknown;
  readonly clear: () => void;
}

/** Something that a button does once however often it is pressed. */
export function useAction<Input extends readonly unknown[]>(
  act: (...input: Input) => Promise<unknown>,
): Action<Input> {
  const running = useRef(false);
  const latest = useRef(act);
  latest.current = act;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = useCallback(async (...input: Input) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await latest.current(...input);
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  const clear = useCallback(() => setError(undefined), []);
  return { run, busy, error, clear };
}
