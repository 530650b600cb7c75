import { createContext, useContext, useEffect } from 'react';
import type { PageCommand } from './command-region.tsx';

/** Says the command of the page for a part of it; `undefined`: the page's own holds again. */
export const SayCommandContext = createContext<(command: PageCommand | undefined) => void>(() => undefined);

/** The command of what is being filled in on a part of the page; while that is nothing, `undefined`. */
export function useSaidCommand(command: PageCommand | undefined): void {
  const say = useContext(SayCommandContext);
  const { gantry, curl } = command ?? {};
  useEffect(() => {
    say(gantry === undefined || curl === undefined ? undefined : { gantry, curl });
    return () => say(undefined);
  }, [say, gantry, curl]);
}
