/** What checks of GPUs say of a customer's report, by the ledger of the node. Pure. */
import type { NodeDevice } from '@gpulease/crds';

/** The run of a machine in which its customer reported a GPU. */
export interface ReportedRun {
  /** The Workload's namespace and name, as `objectKey` writes them. */
  readonly machine: string;
  readonly from: Date;
  /** Null while it goes on. */
  readonly to: Date | null;
}

export interface CheckFinding {
  readonly at: Date;
  /** The GPU that failed; null where all passed. */
  readonly failedDevice: string | null;
}

type DeviceEvent = NodeDevice['history'][number];

/** A GPU that was repaired may be another one, so what comes after says nothing of the reported one. */
const endings: readonly DeviceEvent['type'][] = ['CheckPassed', 'CheckFailed', 'Repaired'];

/**
 * What the first check of each GPU that the machine had in the run has found: that one failed, or that all passed; undefined
 * while neither is known. The ledger notes that a GPU was reported (`Suspected`); what its history has lost proves nothing.
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

/** A Xid is what the guest says, not its customer. */
function isReportIn({ machine, from, to }: ReportedRun, { type, workload, xid, time }: DeviceEvent): boolean {
  if (type !== 'Suspected' || workload !== machine || xid !== undefined) return false;
  const at = Date.parse(time);
  return at >= from.getTime() && (to === null || at <= to.getTime());
}
