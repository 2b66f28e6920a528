import { useEffect } from 'react';
import { useApi } from '../../../api/queries.ts';
import type { ManagedItem } from './managed-item.ts';
import type { ResourceKind } from './resource-kind.ts';

/** What an object is asked to become. */
export type Wish = 'delete' | { readonly status: string };

/** Closes a dialog once its object has become what the dialog asks for, by somebody else, or is gone. */
export function useCloseWhenOver(
  kind: ResourceKind,
  { item: { name }, what }: { readonly item: ManagedItem; readonly what: Wish },
  onClose: () => void,
): void {
  const { data, error, isFetchedAfterMount } = useApi(
    kind.operations.get,
    { params: { name } },
    { staleTime: 0 },
  );
  const isGone = error?.code === 'RESOURCE_NOT_FOUND';
  const isOver = isFetchedAfterMount && (isGone || (data !== undefined && isAsWished(data, what)));
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
}

function isAsWished(item: ManagedItem, what: Wish): boolean {
  return what === 'delete' ? item.deleting : item.status === what.status;
}
