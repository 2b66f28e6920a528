import { MINUTE_MS } from '@gpulease/contract/durations';
import { workloadSchedule, type WorkloadPlan } from '@gpulease/contract/operated-workloads';

type Offered = Pick<WorkloadPlan, 'portRange' | 'startTime'>;

export function choiceSchema(plan: WorkloadPlan, now: () => Date) {
  return workloadSchedule.extend(choosable(plan, now));
}

/** Accepts the region's ports and starts from now or the planned start, if earlier. Time inputs have no seconds. */
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
