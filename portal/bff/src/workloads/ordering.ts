/** Orders new machines: for customers, and for operators who order for a customer. */
import { API_VERSION, tenantNamespace, type WorkloadSpec } from '@gpulease/crds';
import type { Body } from '@gpulease/contract/routes';
import type { Workload as WorkloadView } from '@gpulease/contract/workloads';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../database/schema.ts';
import { ProductError } from '../http/product-error.ts';
import { placeOrder, type OrderRequest } from '../orders/place-order.ts';
import type { Quota } from '../orders/quota.ts';
import { toSpec } from '../orders/spec.ts';
import { aboutOwner } from './about-owner.ts';
import { checkAutoStop } from './auto-stop.ts';
import { checkHost } from './http-host.ts';
import { mustFind, presentOne, type WorkloadName, type WorkloadReader } from './lists.ts';
import { checkPorts } from './port-quota.ts';
import { toPlacement } from './manual-placement/chosen-placement.ts';
import { planOf } from './manual-placement/plan.ts';
import { plannedFor } from './manual-placement/planned-for.ts';
import type { Found } from './sources.ts';
import { notifyOfAdminAction } from './notify-of-admin-action.ts';

interface Services extends WorkloadReader {
  readonly clock: Clock;
  readonly defaultQuota: Quota;
  readonly startsPerHour: number;
}

/** Places a customer's own order and returns the workload as it will be. Throws as `placeOrder` does. */
export async function orderOwn(
  services: Services,
  transaction: Transaction,
  userId: string,
  body: Body<'createWorkload'>,
): Promise<WorkloadView> {
  const mayWait = body.whenSoldOut === 'WAIT';
  const spec = specOf(services, body);
  checkAutoStop(body, spec, services);
  const { startsPerHour } = services;
  const order = { userId, name: body.name, spec, mayWait, expected: body, startsPerHour };
  const found = await place(services, transaction, order);
  return presentOne({ ...services, database: transaction }, found, { isAdmin: false });
}

/** Places an operator's order, paid by the customer, who is notified. Throws INVALID_ARGUMENT for the placement. */
export async function orderForCustomer(
  services: Services,
  transaction: Transaction,
  { userId, body }: { readonly userId: string; readonly body: Body<'createAnyWorkload'> },
): Promise<WorkloadView> {
  const { reason: _, node: _node, ipAddress: _address, sshPort: _port, startTime: _start, ...asked } = body;
  const { http, ...creation } = asked;
  const ordered = specOf(services, { ...creation, ...(http && { http }), whenSoldOut: 'REFUSE' });
  const metadata = { namespace: tenantNamespace(userId), name: body.name };
  const workload = { apiVersion: API_VERSION, kind: 'Workload', metadata, spec: ordered } as const;
  const planned = plannedFor(services, workload, services.clock.now());
  const { placement, ports } = toPlacement(planned, planOf(planned), body);
  const spec = { ...ordered, ports, placement: withoutNull(placement) };
  checkAutoStop(body, spec, services);
  const order = { userId, name: body.name, spec, mayWait: false, expected: body };
  const found = await place(services, transaction, order).catch((error: unknown) => {
    throw aboutOwner(error);
  });
  await notifyOfAdminAction(transaction, found, 'ORDERED');
  return presentOne({ ...services, database: transaction }, found, { isAdmin: true });
}

function specOf({ catalogue }: Services, body: Body<'createWorkload'>): WorkloadSpec {
  return toSpec(body, catalogue.pricingPolicies.store.get({ name: body.pricing }));
}

type Order = WorkloadName &
  Required<Pick<OrderRequest, 'spec' | 'mayWait' | 'expected'>> &
  Pick<OrderRequest, 'startsPerHour'>;

async function place(
  { catalogue, workloads, defaultQuota }: Services,
  transaction: Transaction,
  order: Order,
): Promise<Found> {
  const { userId, name, spec } = order;
  const namespace = tenantNamespace(userId);
  if (workloads.store.get({ namespace, name }))
    throw new ProductError('NAME_TAKEN', { reason: 'WORKLOAD_NAME_TAKEN' });
  checkHost({ catalogue, workloads }, { userId, name }, spec);
  checkPorts({ catalogue, workloads }, { userId, name }, spec.ports);
  await placeOrder(transaction, catalogue, { ...order, namespace, defaultQuota, running: true });
  return mustFind({ database: transaction, workloads }, { userId, name });
}

/** In a new object null means absent; in a patch it removes the field. */
function withoutNull<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [Key in keyof T]?: Exclude<T[Key], null>;
  };
}
