import { workloadSchedule, type WorkloadPlan } from '@gpulease/contract/operated-workloads';

const MINUTE_MS = 60_000;

type Offered = Pick<WorkloadPlan, 'portRange' | 'startTime'>;

/** What can be chosen for a machine with this plan. */
export function choiceSchema(plan: WorkloadPlan, now: () => Date) {
  return workloadSchedule.extend(choosable(plan, now));
}

/**
 * A port of the region, and a start from now on. The plan's start was the present when it was made, and can still be sent;
 * an input of times knows no seconds.
 */
export function choosable({ portRange, startTime: planned }: Offered, now: () => Date) {
  const { sshPort, startTime } = workloadSchedule.shape;
  const isAhead = (start: string | null) => {
    const earliest = Math.min(now().getTime(), Date.parse(planned ?? now().toISOString()));
    return start === null || Date.parse(start) > earliest - MINUTE_MS;
  };
  return {
    sshPort: portRange
      ? sshPort.min(portRange.first, 'outOfRange').max(portRange.last, 'outOfRange')
      : sshPort,
    startTime: startTime.refine(isAhead, 'dateInPast'),
  };
}
