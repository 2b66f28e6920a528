/** Reason and message in the condition Funded after a refused order or start of a Workload, and when to retry. Pure. */
import { fundedReasons, type FundedReason, type WorkloadSpec } from '@gpulease/crds';
import type { QuotaExcess, SpendingExcess } from '@gpulease/contract/common';
import { errorText } from '@gpulease/contract/errors';
import { keyOf, validationText } from '@gpulease/contract/validation-messages';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isUnready } from '../catalogue/views.ts';
import type { ProductError } from '../http/product-error.ts';

export interface FundingRefusal {
  readonly reason: FundedReason;
  readonly message: string;
  /** A retry before this time is pointless. */
  readonly retryAt?: Date;
}

/** Returns why an order was refused, in terms of the Workload's spec. `now` is the billing clock. */
export function fundingRefusal(
  { code, details = {} }: ProductError,
  spec: WorkloadSpec,
  catalogue: Catalogue,
  now: Date,
): FundingRefusal {
  const { fields, reason, missing = '0.00', quota, spending, retryAfter = 0 } = details;
  if (fields) return refusedField(fields, spec, catalogue);
  if (code === 'INSUFFICIENT_FUNDS') {
    const message = `The balance is ${missing} yuan short. The order is placed after a recharge.`;
    return { reason: fundedReasons.awaitingFunds, message };
  }
  if (reason === 'RATE_LIMITED')
    return rateLimited(new Date(now.getTime() + retryAfter * 1_000), quota?.limit);
  if (spending) return { reason: fundedReasons.spendingLimit, message: beyondLimit(spending) };
  if (quota) return { reason: fundedReasons.quotaExceeded, message: quotaExceeded(quota) };
  return { reason: reasonOf(code, reason), message: sentenceOf(code, reason, spec) };
}

function reasonOf(code: ProductError['code'], reason: string | undefined): FundedReason {
  if (reason === 'SOLD_OUT') return fundedReasons.soldOut;
  if (code === 'NO_VALID_ORDER' || reason === 'PRICE_NOT_READY') return fundedReasons.notOnOffer;
  if (code === 'NAME_TAKEN') return fundedReasons.nameTaken;
  if (['RESOURCE_NOT_FOUND', 'USER_DISABLED', 'FORBIDDEN'].includes(code)) return fundedReasons.noPayer;
  return fundedReasons.orderRejected;
}

function sentenceOf(code: ProductError['code'], reason: string | undefined, spec: WorkloadSpec): string {
  if (reason === 'SOLD_OUT')
    return `SKU ${spec.sku} is sold out in ${spec.region}. It is ordered when capacity is free.`;
  if (reason === 'PRICE_NOT_READY') return priceNotReady(spec);
  if (code === 'NAME_TAKEN')
    return 'Another order already has this name. This one is placed when that one has ended.';
  if (code === 'NO_VALID_ORDER')
    return `There is no pricing policy ${spec.pricing.policy}. The order is placed when there is one.`;
  if (code === 'FORBIDDEN' || code === 'USER_DISABLED')
    return 'The account of this tenant is disabled, so nobody can pay.';
  return errorText(code, 'en');
}

function priceNotReady({ pricing: { policy } }: WorkloadSpec): string {
  return `Pricing policy ${policy} is not ready; its condition Ready says why. The order continues once it is.`;
}

function rateLimited(retryAt: Date, limit = 0): FundingRefusal {
  const time = `${retryAt.toISOString().slice(11, 16)} UTC`;
  const message = `The limit of ${limit} orders and starts per hour is reached; this one will be retried at ${time}.`;
  return { reason: fundedReasons.rateLimited, message, retryAt };
}

const counted = {
  gpus: ['GPU', 'GPUs'],
  workloads: ['workload', 'workloads'],
  ports: ['mapped port', 'mapped ports'],
  startsPerHour: ['start per hour', 'starts per hour'],
} as const;

function quotaExceeded({ of, limit, used, asked }: QuotaExcess): string {
  if (of === 'storage')
    return `The quota of ${limit} GiB of disk space would be exceeded: ${used} GiB in use, stopped machines included, ${asked} GiB more requested.`;
  const [one, many] = counted[of];
  const what = `${limit} ${limit === 1 ? one : many}`;
  return `The quota of ${what} would be exceeded: ${used} in use, ${asked} more requested.`;
}

function beyondLimit({ of, limit, used, asked }: SpendingExcess): string {
  if (of === 'HOUR')
    return `Its owner limits machines to ${limit} yuan an hour in total: ${used} are in use, and this one costs ${asked}.`;
  const period = of === 'DAY' ? 'day' : 'month';
  const more = asked === '0.00' ? '' : `, and this term costs ${asked}`;
  return `Its owner limits spending to ${limit} yuan a ${period}: ${used} are spent${more}. It will be retried when the limit is raised, or the next ${period}.`;
}

/** Immutable terms are refused permanently; everything else is retried. */
function refusedField(
  fields: Readonly<Record<string, string>>,
  spec: WorkloadSpec,
  catalogue: Catalogue,
): FundingRefusal {
  const [[field, key] = ['', '']] = Object.entries(fields);
  const isFinal = field === 'pricingQuantity' || field === 'reservationStartTime';
  const message = fieldSentences[field]?.(spec, catalogue, key) ?? `spec.${field}: ${generalText(key)}`;
  return { reason: isFinal ? fundedReasons.orderRejected : fundedReasons.notOnOffer, message };
}

function generalText(message: string): string {
  return keyOf(message) ? validationText(message, 'en') : message;
}

type Sentence = (spec: WorkloadSpec, catalogue: Catalogue, key: string) => string;

const fieldSentences: Readonly<Record<string, Sentence>> = {
  sku: ({ sku, region }, { skus }) => {
    const found = skus.store.get({ name: sku });
    if (found?.spec.state === 'Active')
      return `SKU ${sku} is not offered in region ${region}. The order is placed when it is.`;
    return notOffered('SKU', sku, found?.spec.state, 'Active');
  },
  region: ({ region }, { regions }) =>
    notOffered('region', region, regions.store.get({ name: region })?.spec.state, 'Active'),
  image: ({ image }, { images }) =>
    notOffered('image', image, images.store.get({ name: image })?.spec.state, 'Enabled'),
  pricing: (spec, { pricingPolicies }) => {
    const { policy } = spec.pricing;
    const found = pricingPolicies.store.get({ name: policy });
    if (!found) return notOffered('pricing policy', policy, undefined, '');
    if (isUnready(found)) return priceNotReady(spec);
    return `SKU ${spec.sku} does not have pricing policy ${policy}. The order is placed when it does.`;
  },
  rootDiskSize: ({ image, sku }, { images, skus }, key) =>
    key === 'diskTooLarge'
      ? `spec.rootDiskSize: SKU ${sku} includes at most ${skus.store.get({ name: sku })?.spec.disk ?? ''} each.`
      : `spec.rootDiskSize: image ${image} needs at least ${images.store.get({ name: image })?.spec.size ?? ''}.`,
  pricingQuantity: ({ pricing: { policy } }) =>
    `spec.pricing.quantity is for Reserved policies; leave it out with ${policy}.`,
  reservationStartTime: ({ pricing: { policy } }, _, key) =>
    key === 'invalid'
      ? `spec.reservation is for Reserved policies; leave it out with ${policy}.`
      : `spec.reservation.startTime: ${generalText(key)}`,
};

function notOffered(kind: string, name: string, state: string | undefined, wanted: string): string {
  if (state === undefined) return `There is no ${kind} ${name}. The order is placed when there is one.`;
  const what = kind.charAt(0).toUpperCase() + kind.slice(1);
  if (state === wanted) return `${what} ${name} is being deleted.`;
  return `${what} ${name} is ${state}. The order is placed when it is ${wanted}.`;
}
