/** An operator's order for a customer as the form fills it in. Pure. */
import type { AdminRegion } from '@gpulease/contract/catalog';
import type * as z from 'zod';
import { proposedHost } from '../settings/http-host-field.tsx';
import { chosenIn, visibleOrder, type Catalogue, type OrderInput } from '../order/order.ts';
import type { orderForCustomer } from './order-for-customer-schema.ts';

export type OrderForCustomerInput = OrderInput & Omit<z.input<typeof orderForCustomer>, 'http'>;
export type OrderForCustomer = z.output<typeof orderForCustomer>;

/** What the form begins with beside a customer's own order: a start at once, and a port to fill in. */
export function emptyPlace(now: string) {
  const ports = [{ protocol: 'TCP' as const }];
  return { node: '', ipAddress: null, ports, http: null, startTime: now, reason: '' };
}

/**
 * The order without the fields that the form does not show for its choices. Where there is nothing to choose, null says so:
 * the address is a load balancer's, the region serves no hosts, the term has a start of its own.
 */
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

/** The address and host to go on with in a region: those there are while they suit it, else its own proposal. */
export function placeIn({ addresses, httpDomain }: AdminRegion, order: OrderForCustomerInput) {
  const { ipAddress, http, name } = order;
  const isOffered = ipAddress !== null && addresses.includes(ipAddress);
  const isServed = http?.host?.endsWith(`.${httpDomain}`) ?? false;
  return {
    ipAddress: isOffered ? ipAddress : (addresses[0] ?? null),
    http: isServed ? http : httpDomain === null ? null : proposedHost(name || 'app', httpDomain),
  };
}
