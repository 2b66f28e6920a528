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
  const news = newsOf(workload);
  if (news === undefined || at.getTime() - Date.parse(news.at) > NEWS_MS) return undefined;
  const { kind, at: since, until, isForetold } = news;
  return {
    ...{ userId, kind, key: `${kind}/${id}/${since}`, subject: `machine/${id}`, workload: name },
    ...(until !== undefined && { until: new Date(until) }),
    ...(isForetold && { foretoldFor: new Date(since) }),
  };
}

interface News {
  readonly kind: NoticeKind;
  /** When it became known, which makes it the same news. */
  readonly at: string;
  /** When the machine will be stopped. */
  readonly until?: string;
  /** It is no news to an owner who was warned of it. */
  readonly isForetold?: boolean;
}

function newsOf(workload: Workload): News | undefined {
  if (isDeleting(workload)) return isDestroyedForSpot(workload) ? stop(workload) : undefined;
  const { lastTransition } = workload.status ?? {};
  const phase = phaseOf(workload);
  if (phase === 'Failed') return lastTransition && { kind: 'MACHINE_FAILED', at: lastTransition.at };
  if (phase === 'Running') return announcedStop(workload);
  return phase === 'Stopping' || phase === 'Stopped' ? stop(workload) : undefined;
}

function announcedStop({ status }: Workload): News | undefined {
  const { interruption } = status ?? {};
  return (
    interruption && {
      kind: kinds[interruption.reason],
      at: interruption.noticedAt,
      until: interruption.stopAt,
    }
  );
}

/** A stop that ended a run. */
function stop({ status }: Workload): News | undefined {
  const { halt, runs = [] } = status ?? {};
  const kind = halts.get(halt?.reason ?? '');
  return kind && halt && runs.length > 0 ? { kind, at: halt.at, isForetold: true } : undefined;
}

/** Its owner chose that it be destroyed where others get its capacity. */
function isDestroyedForSpot({ spec, status }: Workload): boolean {
  return spec.interruption === 'Destroy' && status?.halt?.reason === resumableHalts.spot;
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
