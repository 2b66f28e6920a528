/** What the owner of a machine is told of what becomes of it without their doing. Pure. */
import { phaseOf, resumableHalts, type Workload } from '@gpulease/crds';
import type { NoticeKind } from '@gpulease/contract/notice-kinds';
import { isDeleting } from '@gpulease/kube';
import type { NewNotice } from '../notices/notify.ts';
import type { OrderInBooks } from '../orders/order-facts.ts';

/** What happened earlier is no news, such as all that happened before a new version of the portal. */
const NEWS_MS = 86_400_000;

/** The notice that the machine's state calls for; the same one as long as that state lasts. */
export function machineNotice(
  workload: Workload,
  { id, userId, name, at }: Pick<OrderInBooks, 'id' | 'userId' | 'name' | 'at'>,
): NewNotice | undefined {
  const news = isDeleting(workload) ? undefined : newsOf(workload);
  if (news === undefined || at.getTime() - Date.parse(news.at) > NEWS_MS) return undefined;
  const { kind, of, until } = news;
  return {
    ...{ userId, kind, key: `${kind}/${id}/${of}`, subject: `machine/${id}`, workload: name },
    ...(until !== undefined && { until: new Date(until) }),
  };
}

interface News {
  readonly kind: NoticeKind;
  /** What makes it the same news: the run that ends, or the failure. */
  readonly of: string;
  /** When it became known. */
  readonly at: string;
  /** When the machine will be stopped. */
  readonly until?: string;
}

function newsOf(workload: Workload): News | undefined {
  const { lastTransition } = workload.status ?? {};
  if (phaseOf(workload) === 'Failed' && lastTransition)
    return { kind: 'MACHINE_FAILED', of: lastTransition.at, at: lastTransition.at };
  const run = newestRun(workload);
  const end = run === undefined ? undefined : endOf(workload);
  return run !== undefined && end ? { ...end, of: run } : undefined;
}

/** Why its run will end, or has ended. */
function endOf(workload: Workload): Omit<News, 'of'> | undefined {
  const { interruption, halt } = workload.status ?? {};
  const phase = phaseOf(workload);
  if (phase === 'Running' && interruption)
    return { kind: kinds[interruption.reason], at: interruption.noticedAt, until: interruption.stopAt };
  if (phase !== 'Stopping' && phase !== 'Stopped') return undefined;
  const kind = halts.get(halt?.reason ?? '');
  return kind && halt && { kind, at: halt.at };
}

function newestRun({ status }: Workload): string | undefined {
  return status?.runs?.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt)).at(-1)?.id;
}

const kinds = { Maintenance: 'MAINTENANCE', Spot: 'SPOT_INTERRUPTED' } as const satisfies Record<
  string,
  NoticeKind
>;

/** Stops that may come without the notice before them having been seen. */
const halts: ReadonlyMap<string, NoticeKind> = new Map([
  [resumableHalts.maintenance, kinds.Maintenance],
  [resumableHalts.spot, kinds.Spot],
]);
