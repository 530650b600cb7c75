import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Search } from './search-params.ts';

/** What the address says beside its path, and a way to change it. Typing does not fill the history. */
export function useAddress(): readonly [search: Search, change: (change: Search, push?: boolean) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (some: Search, push = false) => {
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, ...some }),
        replace: !push,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [search, change];
}
