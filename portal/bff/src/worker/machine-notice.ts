/** Builds notices for owners about changes to a machine that they did not cause. Pure. */
import {
  movesFromLostNode,
  phaseOf,
  resumableHalts,
  returnOfLostNode,
  workloadReasons,
  type ComputeNode,
  type Workload,
} from '@gpulease/crds';
import type { NoticeKind } from '@gpulease/contract/notice-kinds';
import { isDeleting } from '@gpulease/kube';
import { DAY_MS } from '../clock.ts';
import type { NewNotice } from '../notices/notify.ts';
import type { OrderInBooks } from '../orders/order-facts.ts';
import { pricePerHour } from '../orders/rates.ts';

/** Older changes are not reported, such as those before an upgrade of the portal. */
const NEWS_MS = DAY_MS;

/** Normally an order is confirmed and placed within this time. */
const AT_ONCE_MS = 15_000;

/** Returns the notice for the machine's state. Its key stays the same as long as the state lasts. */
export function machineNotice(workload: Workload, order: AboutOrder): NewNotice | undefined {
  const news = newsOf(workload);
  if (news === undefined || isOld(news.at, order)) return undefined;
  const { kind, at: since, until, isForetold } = news;
  return {
    ...aboutMachine(order, kind, since),
    ...(until !== undefined && { until: new Date(until) }),
    ...(isForetold && { foretoldFor: new Date(since) }),
    ...(kind === 'MACHINE_STARTED' && order.mode !== 'RESERVED' && { perHour: pricePerHour(order) }),
    ...(kind === 'MAINTENANCE' && wordsOf(workload)),
  };
}

/** Returns the notice of planned maintenance of a running machine, with one key per announcement. */
export function plannedNotice(workload: Workload, order: AboutOrder): NewNotice | undefined {
  const { plannedMaintenance: planned, interruption, startedAt } = workload.status ?? {};
  if (planned === undefined || interruption?.reason === 'Maintenance' || isDeleting(workload))
    return undefined;
  const { announcedAt, startTime, reason: why } = planned;
  const isNews = !isOld(announcedAt, order) || (startedAt !== undefined && !isOld(startedAt, order));
  if (phaseOf(workload) !== 'Running' || !isNews) return undefined;
  return { ...aboutMachine(order, 'MAINTENANCE_PLANNED', announcedAt), until: new Date(startTime), why };
}

/** Returns the notice that the machine was stopped to start on a node that an operator chose, with one key per move. */
export function moveNotice(workload: Workload, order: AboutOrder): NewNotice | undefined {
  const { runs = [] } = workload.status ?? {};
  const movedAt = runs.findLast(({ endReason }) => endReason === workloadReasons.moving)?.stoppedAt;
  if (movedAt === undefined || isDeleting(workload) || isOld(movedAt, order)) return undefined;
  return aboutMachine(order, 'MACHINE_MOVED', movedAt);
}

/** Returns the notice of when a machine's lost node is expected back, with one key per date. */
export function returnNotice(
  workload: Workload,
  node: ComputeNode | undefined,
  order: AboutOrder,
): NewNotice | undefined {
  const expected = returnOfLostNode(workload, node);
  if (expected === undefined || isDeleting(workload) || new Date(expected) <= order.at) return undefined;
  const notice = aboutMachine(order, 'NODE_EXPECTED_BACK', `${workload.status?.halt?.at}/${expected}`);
  return { ...notice, subject: `node-return/${order.id}`, until: new Date(expected) };
}

/** `when` distinguishes notices of one kind. */
function aboutMachine({ id, userId, name }: AboutOrder, kind: NoticeKind, when: string): NewNotice {
  return { userId, kind, key: `${kind}/${id}/${when}`, subject: `machine/${id}`, workload: name };
}

function isOld(time: string, { at }: AboutOrder): boolean {
  return at.getTime() - Date.parse(time) > NEWS_MS;
}

/** Returns the reason that an operator gave for the maintenance. */
function wordsOf({ status: { reason = '', parameters } = {} }: Workload): Pick<NewNotice, 'why'> {
  return ofMaintenance.includes(reason) && parameters?.why ? { why: parameters.why } : {};
}

const ofMaintenance: readonly string[] = [workloadReasons.maintenance, workloadReasons.maintenanceNotice];

type AboutOrder = Pick<
  OrderInBooks,
  'id' | 'userId' | 'name' | 'at' | 'mode' | 'price' | 'unit' | 'quantity'
>;

interface News {
  readonly kind: NoticeKind;
  /** When it became known, which identifies it. */
  readonly at: string;
  /** When the machine will be stopped. */
  readonly until?: string;
  /** Whether an earlier notice may have announced it. */
  readonly isForetold?: boolean;
}

function newsOf(workload: Workload): News | undefined {
  if (isDeleting(workload)) return isDestroyedForSpot(workload) ? stop(workload) : undefined;
  const phase = phaseOf(workload);
  if (phase === 'Failed') return failure(workload);
  if (phase === 'Running') return announcedStop(workload) ?? overdueStart(workload);
  return phase === 'Stopping' || phase === 'Stopped' ? stop(workload) : undefined;
}

function failure(workload: Workload): News | undefined {
  const { lastTransition } = workload.status ?? {};
  const kind = movesFromLostNode(workload) ? 'MACHINE_MOVES' : 'MACHINE_FAILED';
  return lastTransition && { kind, at: lastTransition.at };
}

function announcedStop({ spec, status }: Workload): News | undefined {
  const { interruption } = status ?? {};
  const isIdle = interruption?.reason === 'Schedule' && spec.schedule?.idle !== undefined;
  return (
    interruption && {
      kind: isIdle ? kinds.Idle : kinds[interruption.reason],
      at: interruption.noticedAt,
      until: interruption.stopAt,
    }
  );
}

/**
 * Returns a start that did not immediately follow its owner's request: it had to wait for capacity, its time, funds or the
 * end of an interruption, so the owner may not notice when it begins to cost.
 */
function overdueStart({ metadata, spec, status }: Workload): News | undefined {
  const { placed } = status ?? {};
  if (placed === undefined) return undefined;
  const asked = [metadata.creationTimestamp, spec.restartedAt].filter((time) => time !== undefined);
  const waited = Date.parse(placed.at) - Math.max(...asked.map((time) => Date.parse(time)));
  return waited > AT_ONCE_MS ? { kind: 'MACHINE_STARTED', at: placed.at } : undefined;
}

/** Returns a stop that ended a run, or an order before its first run. */
function stop({ status }: Workload): News | undefined {
  const { halt, runs = [] } = status ?? {};
  if (halt === undefined) return undefined;
  if (halt.reason === workloadReasons.orderSoldOut) return { kind: 'ORDER_SOLD_OUT', at: halt.at };
  const kind = halts.get(halt.reason);
  // An order that reached its scheduled stop before its turn never ran.
  const isNews = runs.length > 0 || kind === kinds.Schedule;
  // The announcement to an idle machine was conditional.
  return kind && isNews ? { kind, at: halt.at, isForetold: kind !== kinds.Idle } : undefined;
}

/** Whether the machine is destroyed because others get its capacity, as its owner chose. */
function isDestroyedForSpot({ spec, status }: Workload): boolean {
  return spec.interruption === 'Destroy' && status?.halt?.reason === resumableHalts.spot;
}

const kinds = {
  Maintenance: 'MAINTENANCE',
  Spot: 'SPOT_INTERRUPTED',
  Schedule: 'SCHEDULED_STOP',
  Idle: 'IDLE_STOP',
} as const satisfies Record<string, NoticeKind>;

/** Stops whose announcement billing may have missed. */
const halts: ReadonlyMap<string, NoticeKind> = new Map([
  [resumableHalts.maintenance, kinds.Maintenance],
  [resumableHalts.spot, kinds.Spot],
  [workloadReasons.scheduledStop, kinds.Schedule],
  [workloadReasons.idleStop, kinds.Idle],
]);
