/** What GPU checks find about a customer's report, from the node's GPU ledger. Pure. */
import type { NodeDevice } from '@gpulease/crds';

/** The run of a machine during which its customer reported a GPU. */
export interface ReportedRun {
  /** The Workload's namespace and name, as `objectKey` writes them. */
  readonly machine: string;
  readonly from: Date;
  /** Null while the run continues. */
  readonly to: Date | null;
}

export interface CheckFinding {
  readonly at: Date;
  /** The GPU that failed; null if all passed. */
  readonly failedDevice: string | null;
}

type DeviceEvent = NodeDevice['history'][number];

/** A repaired GPU may have been replaced, so later checks say nothing about the reported one. */
const endings: readonly DeviceEvent['type'][] = ['CheckPassed', 'CheckFailed', 'Repaired'];

/**
 * Returns the outcome of the first check of each GPU that the machine had in the run: one failed, or all passed; undefined while
 * neither is known. The ledger records a report as `Suspected`; a report that its history no longer holds proves nothing.
 */
export function findingOf(
  devices: readonly NodeDevice[] | undefined = [],
  run: ReportedRun,
): CheckFinding | undefined {
  const ends = devices.flatMap(({ id, history }) => {
    const reported = history.findIndex((event) => isReportIn(run, event));
    if (reported < 0) return [];
    return { id, end: history.slice(reported).find(({ type }) => endings.includes(type)) };
  });
  const failed = ends.find(({ end }) => end?.type === 'CheckFailed');
  if (failed?.end) return { at: new Date(failed.end.time), failedDevice: failed.id };
  const passed = ends.flatMap(({ end }) => (end?.type === 'CheckPassed' ? Date.parse(end.time) : []));
  if (passed.length === 0 || passed.length < ends.length) return undefined;
  return { at: new Date(Math.max(...passed)), failedDevice: null };
}

/** An event with a Xid comes from the guest, not from the customer. */
function isReportIn({ machine, from, to }: ReportedRun, { type, workload, xid, time }: DeviceEvent): boolean {
  if (type !== 'Suspected' || workload !== machine || xid !== undefined) return false;
  const at = Date.parse(time);
  return at >= from.getTime() && (to === null || at <= to.getTime());
}
