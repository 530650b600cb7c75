import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { Tool } from '../../api/models.ts';
import { plainText } from '../../parts/plain-text.ts';

interface ToolsSoFar {
  readonly tools: readonly Tool[];
  readonly isComplete: boolean;
}

/** The tools of a server, page by page; `wanted`: until `isEnough`, all of them by default. */
export function useTools(
  handle: string,
  isEnough: (tools: readonly Tool[]) => boolean = () => false,
): UseInfiniteQueryResult<ToolsSoFar> {
  const query = useInfiniteQuery({
    queryKey: ['get', '/api/servers/{server}/mcp/tools', handle],
    queryFn: async ({ pageParam: cursor, signal }) =>
      dataOf(
        await api.GET('/api/servers/{server}/mcp/tools', {
          params: { path: { server: handle }, query: { limit: 200, ...(cursor === '' ? {} : { cursor }) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }: InfiniteData<{ tools: Tool[]; nextCursor?: string | undefined }>): ToolsSoFar => ({
      tools: pages.flatMap(({ tools }) => tools),
      isComplete: pages.at(-1)?.nextCursor === undefined,
    }),
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const goesOn = data !== undefined && hasNextPage && !isFetching && !isError && !isEnough(data.tools);
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return query;
}

/** What a tool is called for people. */
export function titleOf(tool: Pick<Tool, 'name' | 'title' | 'annotations'>): string {
  const annotated = (tool.annotations as { readonly title?: unknown } | undefined)?.title;
  return plainText(tool.title ?? (typeof annotated === 'string' && annotated !== '' ? annotated : tool.name));
}
