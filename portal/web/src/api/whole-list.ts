import type { Page } from '@gpulease/contract/common';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call, type CallInput } from './client.ts';
import type { Failure } from './failure.ts';
import type { ItemOf, ListOperation, QueryOf } from './lists.ts';

const PAGE_SIZE = 100;

/** Reads all items of a list, page by page, and caches them as one page, so that live events patch it like any other. */
export function useWholeList<Id extends ListOperation>(
  operation: Id,
  query: Partial<QueryOf<Id>>,
  options: { readonly refetchInterval?: number; readonly enabled?: boolean } = {},
): UseQueryResult<ItemOf<Id>[]> {
  return useQuery<Page<ItemOf<Id>>, Failure, ItemOf<Id>[]>({
    ...options,
    queryKey: [operation, 'whole', query],
    queryFn: async ({ signal }) => {
      const items: ItemOf<Id>[] = [];
      for (let page = 1; ; page += 1) {
        const input = { query: { ...query, page, pageSize: PAGE_SIZE } } as CallInput<ListOperation>;
        const answer = (await call<ListOperation>(operation, input, { signal })) as Page<ItemOf<Id>>;
        items.push(...answer.items);
        if (items.length >= answer.total || answer.items.length === 0)
          return { items, total: items.length, page: 1, pageSize: items.length };
      }
    },
    select: ({ items }) => items,
  });
}
