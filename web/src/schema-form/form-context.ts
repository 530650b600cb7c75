import { createContext, useContext } from 'react';
import type { FieldFault } from './draft.ts';

/** What is wrong with which field, by its path. */
const FaultsContext = createContext<readonly FieldFault[]>([]);

export const FaultsProvider = FaultsContext.Provider;

export function useFault(path: string): string | undefined {
  return useContext(FaultsContext).find((fault) => fault.path === path)?.text;
}
