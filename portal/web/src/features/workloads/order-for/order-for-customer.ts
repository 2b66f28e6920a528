/** The form values of an operator's order for a customer. Pure. */
import type { AdminRegion } from '@gpulease/contract/catalogue';
import type * as z from 'zod';
import { proposedHost } from '../settings/http-host-field.tsx';
import { chosenIn, visibleOrder, type Catalogue, type OrderInput } from '../order/order.ts';
import type { orderForCustomer } from './order-for-customer-schema.ts';

export type OrderForCustomerInput = OrderInput & Omit<z.input<typeof orderForCustomer>, 'http' | 'autoStop'>;
export type OrderForCustomer = z.output<typeof orderForCustomer>;

/** Initial values that a customer's own order lacks: an immediate start, and a port to fill in. */
export function emptyPlace(now: string) {
  const ports = [{ protocol: 'TCP' as const }];
  return { node: '', ipAddress: null, ports, http: null, startTime: now, reason: '' };
}

/** The order without fields that the form hides. Null means that the region or term offers no choice. */
export function visibleForCustomer(
  order: OrderForCustomerInput,
  catalogue: Catalogue,
  region: AdminRegion | undefined,
): OrderForCustomerInput {
  const isOfTerm = chosenIn(order, catalogue).policy?.mode === 'RESERVED';
  return {
    ...(visibleOrder(order, catalogue) as OrderForCustomerInput),
    ...(region?.addresses.length === 0 && { ipAddress: null }),
    ...(region?.httpDomain === null && { http: null }),
    ...(isOfTerm && { startTime: null }),
  };
}

/** The address and host for a region: the current ones if they suit it, or else the region's proposal. */
export function placeIn({ addresses, httpDomain }: AdminRegion, order: OrderForCustomerInput) {
  const { ipAddress, http, name } = order;
  const isOffered = ipAddress !== null && addresses.includes(ipAddress);
  const isServed = http?.host?.endsWith(`.${httpDomain}`) ?? false;
  return {
    ipAddress: isOffered ? ipAddress : (addresses[0] ?? null),
    http: isServed ? http : httpDomain === null ? null : proposedHost(name || 'app', httpDomain),
  };
}
