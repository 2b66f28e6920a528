/** Reasons why an order never became a Workload, or a start never reached it. Pure. */
import { fundedReasons, orderReasons } from '@gpulease/crds';
import { ApiError, isAlreadyExists, isDenied, isInvalid } from '@gpulease/kube';

/** The text of each reason. Orders store the reason alone. */
export const rejections = {
  NameTaken: 'A workload with this name already exists. The money is back in your balance.',
  QuotaExceeded: 'Your quota of workloads is used up. The money is back in your balance.',
  RefusedByCluster:
    'The cluster rejected this workload, and the money is back in your balance. Contact support to find out why.',
  OrderExpired:
    'The cluster did not accept the order within 10 minutes. The money is back in your balance; please order again.',
  OrderCancelled: 'You canceled the order. The money is back in your balance.',
  NotDelivered:
    'The machine could not be started within 30 minutes of the start of its term. The whole charge has been refunded to your balance; please order again.',
  NeverPlaceable:
    'No node in the region is large enough for this machine any more. The money is refunded to your balance; please order a smaller quantity.',
  OrderSoldOut:
    'No capacity was free, and the order was not set to wait. The money is back in your balance; order again later, or choose to wait.',
} as const;

export type Rejection = keyof typeof rejections;

const { notDelivered, neverPlaceable, orderSoldOut } = fundedReasons;
const failures = [notDelivered, neverPlaceable, orderSoldOut] as const;

/** Why an accepted order cannot be delivered. */
export type OrderFailure = (typeof failures)[number];

/** Orders and starts that do not reach the cluster within this time are abandoned and refunded. */
export const ORDER_LIFETIME_MS = 10 * 60_000;

/** Returns the text of the rejection stored with an order. */
export function rejectionText(rejection: string | null): string {
  const texts: Readonly<Record<string, string | undefined>> = rejections;
  return texts[rejection ?? ''] ?? rejections.RefusedByCluster;
}

/** Returns the stored rejection if it is a failure of delivery. */
export function failureOf(rejection: string | null): OrderFailure | undefined {
  return failures.find((failure) => failure === rejection);
}

/**
 * Returns what the API server's error means for an order; undefined if a retry may have another result. Only
 * admission's verdict on the object itself is final: an API server that is starting refuses everyone with 403 or 404.
 */
export function rejectionOf(error: unknown): Rejection | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (isAlreadyExists(error)) return 'NameTaken';
  if (error.code === 403 && error.message.includes('exceeded quota:')) return 'QuotaExceeded';
  const hasInvalidFields = isInvalid(error) && (error.details.causes ?? []).length > 0;
  return isDenied(error) || hasInvalidFields ? orderReasons.refusedByCluster : undefined;
}
