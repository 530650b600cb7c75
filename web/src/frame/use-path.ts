import { useParams } from '@tanstack/react-router';

/** What stands in the path of the address for the `$names` of its route. */
export function usePath(): Readonly<Record<string, string | undefined>> {
  return useParams({ strict: false });
}
