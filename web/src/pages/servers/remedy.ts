import { useQuery } from '@tanstack/react-query';
import { ownFetch } from '../../api/own-fetch.ts';
import { gatewayUrl } from '../../api/place.ts';

interface Kinds {
  readonly problems: readonly { readonly code: string; readonly advice: string }[];
}

/** The catalogue of problems; it is public, and changes with the gateway only. */
async function readKinds(): Promise<Kinds> {
  const request = new Request(`${gatewayUrl}/problems`, { headers: { accept: 'application/json' } });
  return (await (await ownFetch(request)).json()) as Kinds;
}

/** What to do about a problem, as the gateway's own catalogue says. */
export function useRemedy(code: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['problems'],
    queryFn: readKinds,
    enabled: code !== undefined,
    staleTime: Infinity,
  });
  return data?.problems.find((problem) => problem.code === code)?.advice;
}
