/** The portal's lists of workloads, and single workloads, as the API shows them. */
import type { Page } from '@gpulease/contract/common';
import type { Query } from '@gpulease/contract/routes';
import type { Workload as WorkloadView } from '@gpulease/contract/workloads';
import { resumableHalts, type Workload } from '@gpulease/crds';
import { objectKey, type Informer } from '@gpulease/kube';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { matches, meets, pageOf } from '../lists/page-in-memory.ts';
import { pricingModes } from '../catalogue/views.ts';
import type { Database, Transaction } from '../database/schema.ts';
import { mustFindByUsername } from '../identity/users.ts';
import { ProductError } from '../http/product-error.ts';
import { readAccounts } from '../orders/workload-accounts.ts';
import { readUsernames } from '../tenants/usernames.ts';
import { listDestroyed } from './destroyed.ts';
import { isWaiting, queuePlaces, waitsForRoom } from './queue.ts';
import { findWorkload, findWorkloads, liveWorkloads, type Found } from './sources.ts';
import { gaugeKeys, isGaugeOrder } from './metrics/gauge-order.ts';
import type { MetricsServices } from './metrics/read.ts';
import { statusOf } from './state.ts';
import { toWorkload } from './view.ts';

/** Sources of workloads. */
export interface WorkloadReader {
  readonly database: Database;
  readonly workloads: Informer<Workload>;
  readonly catalogue: Catalogue;
}

interface ListReader extends WorkloadReader, Pick<MetricsServices, 'gauges' | 'fleetGauges'> {}

type ListQuery = Query<'listAllWorkloads'>;

/** A customer looking at their own workloads, or an operator. */
export interface Viewer {
  readonly isAdmin: boolean;
}

type Summary = ReturnType<typeof summaryOf>;

/** Returns one page of one user's workloads, or of all. Destroyed ones are unlimited in number; all others are in memory. */
export async function listWorkloads(
  reader: ListReader,
  query: ListQuery,
  viewer: Viewer & { readonly userId?: string },
): Promise<Page<WorkloadView>> {
  const list = query.status?.includes('DESTROYED') ? listGone : listPresent;
  const page = await list(reader, query, viewer.userId);
  return { ...page, items: await present(reader, page.items, viewer) };
}

/** Lists destroyed workloads, some of which the cluster still has, for the last finalizer of billing or of a third party. */
function listGone(reader: ListReader, { status: _, ...query }: ListQuery, userId: string | undefined) {
  const live = liveWorkloads(reader.workloads, userId).filter(
    (found) => statusOf(found.workload) === 'DESTROYED',
  );
  const sort = isGaugeOrder(query.sort) ? undefined : query.sort;
  return listDestroyed(reader.database, live, { ...query, sort, userId });
}

/** Lists workloads that are not destroyed. */
async function listPresent(reader: ListReader, query: ListQuery, userId: string | undefined) {
  const found = await findWorkloads(reader.database, reader.workloads, userId);
  const nameOf = await namesOf(reader, found);
  const wanted = found
    .map((item) => summaryOf(item, reader.catalogue, nameOf(item.userId)))
    .filter((item) => isWanted(item, query));
  const workloads = wanted.map(({ workload }) => workload);
  const isFleet = userId === undefined;
  const sortKeys = isGaugeOrder(query.sort)
    ? await gaugeKeys(reader, { workloads, order: query.sort, isFleet })
    : {};
  return pageOf(wanted, query, { defaultSort: '-createdAt', sortKeys });
}

function namesOf({ database, catalogue }: Omit<Books, 'workloads'>, found: readonly Found[]) {
  const userIds = found.map(({ userId }) => userId);
  return readUsernames(database, catalogue, userIds);
}

/** Returns the fields by which lists are filtered and sorted, without reading the books. */
function summaryOf(found: Found, catalogue: Catalogue, user: string) {
  const { metadata, spec, status } = found.workload;
  const { sku, region, pricing } = spec;
  const policy = catalogue.pricingPolicies.store.get({ name: pricing.policy });
  return {
    ...{ ...found, name: metadata.name, user, status: statusOf(found.workload), sku, region },
    node: status?.placed?.node ?? maintainedNode(found.workload) ?? '',
    mode: policy && pricingModes[policy.spec.mode],
    createdAt: metadata.creationTimestamp ?? '',
  };
}

/** Returns the node whose maintenance stopped a machine that has not been started since; it is searched for under this node. */
function maintainedNode({ status }: Workload): string | undefined {
  return status?.halt?.reason === resumableHalts.maintenance ? status.halt.node : undefined;
}

function isWanted(item: Summary, query: ListQuery): boolean {
  return (
    (query.status ? query.status.includes(item.status) : item.status !== 'DESTROYED') &&
    meets(query.mode, item.mode) &&
    meets(query.user, item.user) &&
    meets(query.node, item.node) &&
    hasReason(item.workload, query) &&
    refersTo(item.workload, query) &&
    (matches(query.search, item.name, item.user, item.sku, item.node, item.workload.spec.image) ||
      isReachedAt(item, query.search ?? ''))
  );
}

/** Whether its state or its halt has the requested reason and, if requested, it waits. */
function hasReason(workload: Workload, { reason, waiting }: ListQuery): boolean {
  if (waiting !== undefined && !isWaiting(workload)) return false;
  const { status } = workload;
  return reason === undefined || status?.reason === reason || status?.halt?.reason === reason;
}

/** Matches exact identifiers from complaints and records: the address, a port or both, the order or the uid. */
function isReachedAt({ workload: { metadata, status = {} }, orderId }: Found, text: string): boolean {
  const { address, sshPort, endpoints = [] } = status;
  const ports = [sshPort, ...endpoints.map(({ port }) => port)];
  return (
    [metadata.uid, orderId, address].includes(text) ||
    ports.some((port) => port !== undefined && [`${port}`, `${address}:${port}`].includes(text))
  );
}

function refersTo({ spec }: Workload, query: ListQuery): boolean {
  return (
    meets(query.region, spec.region) &&
    meets(query.sku, spec.sku) &&
    meets(query.image, spec.image) &&
    meets(query.pricing, spec.pricing.policy)
  );
}

/** Sources of shown workloads, within the caller's transaction if there is one. */
type Books = Pick<WorkloadReader, 'workloads' | 'catalogue'> & { readonly database: Database | Transaction };

/** Returns workloads with their accounts, in the same order. */
export async function present(
  { database, workloads, catalogue }: Books,
  found: readonly Found[],
  { isAdmin }: Viewer,
): Promise<WorkloadView[]> {
  const orderIds = found.flatMap(({ orderId }) => orderId ?? []);
  const accounts = await readAccounts(database, orderIds);
  const nameOf = await namesOf({ database, catalogue }, found);
  const isQueued = found.some(({ workload }) => waitsForRoom(workload));
  const places = isQueued ? queuePlaces(workloads.store.list(), catalogue) : undefined;
  return found.map(({ workload, userId, orderId }) => {
    const account = orderId === undefined ? undefined : accounts.get(orderId);
    const queuePlace = waitsForRoom(workload) ? places?.get(objectKey(workload.metadata)) : undefined;
    return toWorkload({ workload, user: nameOf(userId), account, queuePlace, isAdmin }, catalogue);
  });
}

export interface WorkloadName {
  readonly userId: string;
  readonly name: string;
}

/** Returns a function that resolves a user and name to a workload. It throws RESOURCE_NOT_FOUND for an unknown user. */
export function ofUser({ database }: Pick<WorkloadReader, 'database'>) {
  return async ({ user, name }: { user: string; name: string }): Promise<WorkloadName> => {
    const { id: userId } = await mustFindByUsername(database, user);
    return { userId, name };
  };
}

/** Finds one workload, live or destroyed. Throws RESOURCE_NOT_FOUND, also for another user's. */
export async function mustFind(
  { database, workloads }: Pick<WorkloadReader, 'workloads'> & { database: Database | Transaction },
  which: WorkloadName,
): Promise<Found> {
  const found = await findWorkload(database, workloads, which);
  if (!found) throw new ProductError('RESOURCE_NOT_FOUND');
  return found;
}

/** Returns one workload for its owner or an operator. */
export async function presentOne(books: Books, found: Found, viewer: Viewer): Promise<WorkloadView> {
  const [shown] = await present(books, [found], viewer);
  if (!shown) throw new ProductError('RESOURCE_NOT_FOUND');
  return shown;
}
