/** Billing's own fields of a Workload's status: the condition Funded and `status.billing`. */
import { isDeepStrictEqual } from 'node:util';
import {
  conditionTypes,
  fieldManagers,
  type Condition,
  type Workload,
  type WorkloadStatus,
} from '@gpulease/crds';
import { findCondition, setCondition } from '@gpulease/kube';
import { nextFundedUntil, type Funded } from '../orders/funding.ts';
import type { OrderInBooks } from '../orders/order-facts.ts';
import type { WorkerContext } from './context.ts';

type OwnStatus = Required<Pick<WorkloadStatus, 'billing'>> & { readonly conditions: readonly Condition[] };

/** Returns the desired values of billing's fields. `order` is absent if it was refused. */
export function ownStatus(
  workload: Workload,
  funded: Funded,
  order: OrderInBooks | undefined,
  now: Date,
): OwnStatus {
  const until = order?.mode === 'RESERVED' ? funded.until : movedUntil(workload, funded, now);
  const { status, reason, message } = funded;
  const settledRun = order?.settledRun ?? undefined;
  const { generation: observedGeneration } = workload.metadata;
  const condition = { type: conditionTypes.funded, status, reason, message, observedGeneration };
  return {
    conditions: setCondition(ownConditions(workload), condition, now),
    billing: {
      ...(order && { orderId: order.id }),
      ...(settledRun !== undefined && { settledRun }),
      ...(until && { fundedUntil: until.toISOString() }),
    },
  };
}

function movedUntil({ status }: Workload, { until }: Funded, now: Date): Date | undefined {
  const current = status?.billing?.fundedUntil;
  return nextFundedUntil(current === undefined ? undefined : new Date(current), until, now);
}

/** Whether the status already has the desired values. */
export function isShown(workload: Workload, wanted: OwnStatus): boolean {
  const shown = { conditions: ownConditions(workload), billing: workload.status?.billing ?? {} };
  return isDeepStrictEqual(withoutGeneration(shown), withoutGeneration(wanted));
}

/** Writes billing's fields. Throws Conflict if the Workload has changed since it was read. */
export async function showFunded(
  { client }: WorkerContext,
  workload: Workload,
  wanted: OwnStatus,
): Promise<void> {
  const { name, namespace, resourceVersion } = workload.metadata;
  const status = { ...wanted, conditions: [...wanted.conditions] };
  const options = { fieldManager: fieldManagers.billing, force: true };
  await client.applyStatus({ metadata: { name, namespace, resourceVersion }, status }, options);
}

function ownConditions({ status }: Workload): readonly Condition[] {
  const funded = findCondition(status?.conditions, conditionTypes.funded);
  return funded ? [funded] : [];
}

/** A new generation alone is not worth a write: funding does not depend on it. */
function withoutGeneration({ conditions, billing }: Pick<OwnStatus, 'conditions' | 'billing'>) {
  return { conditions: conditions.map(({ observedGeneration: _, ...condition }) => condition), billing };
}
