import { createContext, useContext } from 'react';
import type { Me } from '../api/me.ts';

export const MeContext = createContext<Me | undefined>(undefined);

/** Who is signed in. Pages are shown to nobody else. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) throw new Error('Nobody is signed in.');
  return me;
}
