/** Why an order never became a Workload, or a start never reached it. Pure. */
import { orderReasons } from '@gpulease/crds';
import { ApiError, isAlreadyExists, isDenied, isInvalid } from '@gpulease/kube';

/** The sentence for each reason. Orders keep the reason alone. */
export const rejections = {
  NameTaken: 'A workload of this name exists already. The money is back in your balance.',
  QuotaExceeded: 'The quota of workloads is used up. The money is back in your balance.',
  RefusedByCluster:
    'The cluster does not accept this workload, and the money is back in your balance. Support can see why.',
  OrderExpired:
    'The cluster did not take the order within 10 minutes. The money is back in your balance; please order again.',
  OrderCancelled: 'You cancelled the order. The money is back in your balance.',
} as const;

export type Rejection = keyof typeof rejections;

/** What has not reached the cluster for so long is given up, and its money given back. */
export const ORDER_LIFETIME_MS = 10 * 60_000;

/** The sentence for what an order keeps. */
export function rejectionText(rejection: string | null): string {
  return rejection !== null && isRejection(rejection) ? rejections[rejection] : rejections.RefusedByCluster;
}

function isRejection(text: string): text is Rejection {
  return Object.hasOwn(rejections, text);
}

/**
 * What an answer of the API server means for an order; undefined when it may answer otherwise the next time. Only what
 * admission says of the object itself is final: an API server that has just started refuses everybody with 403 or 404.
 */
export function rejectionOf(error: unknown): Rejection | undefined {
  if (isAlreadyExists(error)) return 'NameTaken';
  if (isQuotaExceeded(error)) return 'QuotaExceeded';
  if (isDenied(error) || hasInvalidFields(error)) return orderReasons.refusedByCluster;
  return undefined;
}

function isQuotaExceeded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 403 && error.message.includes('exceeded quota:');
}

function hasInvalidFields(error: unknown): boolean {
  return error instanceof ApiError && isInvalid(error) && (error.details.causes ?? []).length > 0;
}
