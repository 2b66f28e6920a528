import type { SessionConsole } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { useApi } from '../../../api/queries.ts';
import { isSameWorkload, newerWorkload } from '../../../api/versions.ts';

/** A machine as it is now: as it is known to be until it has been read, and then live. */
export function useLatestWorkload(console: SessionConsole, known: Workload): Workload {
  const { user, name } = known;
  const own = useApi('getWorkload', { params: { name } }, { enabled: console === 'user', staleTime: 0 });
  const any = useApi(
    'getAnyWorkload',
    { params: { user, name } },
    { enabled: console === 'admin', staleTime: 0 },
  );
  const read = console === 'user' ? own.data : any.data;
  if (!read) return known;
  // Its name may be another machine's by now.
  if (known.uid !== null && !isSameWorkload(known, read))
    return { ...known, status: 'DESTROYED', allowedActions: [] };
  return newerWorkload(known, read);
}
