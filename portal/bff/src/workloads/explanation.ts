/** Why a workload is in its state, as the API shows it. Pure. */
import { conditionTypes, fundedReasons, waitingFundedReasons, type Workload } from '@gpulease/crds';
import { findCondition } from '@gpulease/kube';
import type { WorkloadStatus } from '@gpulease/contract/enums';
import type { Workload as WorkloadView } from '@gpulease/contract/workloads';
import { phaseStatusOf } from './state.ts';

/** Empty until the operator has handled the workload. A refusal of the order comes first: the operator only waits for it. */
export function explanation(
  workload: Workload,
  shown: WorkloadStatus,
): Pick<WorkloadView, 'reason' | 'message' | 'parameters'> {
  if (phaseStatusOf(workload) !== shown) return { reason: '', message: '' };
  const { phase, reason = '', message = '', parameters, conditions } = workload.status ?? {};
  const funded = findCondition(conditions, conditionTypes.funded);
  const isRefusal = funded?.status === 'False' && refusals.has(funded.reason);
  if (!isRefusal || phase === 'Running') return { reason, message, ...(parameters && { parameters }) };
  return { reason: funded.reason, message: funded.message };
}

const refusals: ReadonlySet<string> = new Set([
  fundedReasons.orderRejected,
  fundedReasons.insufficientFunds,
  fundedReasons.notDelivered,
  fundedReasons.neverPlaceable,
  fundedReasons.orderSoldOut,
  ...waitingFundedReasons,
]);
