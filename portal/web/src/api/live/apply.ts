/** Applies live events to the cache: details are patched, and lists are reloaded. */
import type { OperationId } from '@gpulease/contract/endpoints';
import type { CatalogueKind, LiveEvent } from '@gpulease/contract/live';
import type { Page } from '@gpulease/contract/common';
import type { Workload } from '@gpulease/contract/workloads';
import type { QueryClient } from '@tanstack/react-query';
import { queryKey } from '../queries.ts';

const catalogueLists: Record<CatalogueKind, readonly OperationId[]> = {
  regions: ['listCatalogueRegions', 'listRegions', 'getRegion'],
  nodes: ['listNodes', 'getNode', 'listNodeDevices', 'listClusterNodes', 'getOverview'],
  gpus: ['listCatalogueGpus', 'listGpus', 'getGpu', 'getOverview'],
  skus: ['listCatalogueSkus', 'listSkus', 'getSku', 'createQuote'],
  images: ['listCatalogueImages', 'listVmImages', 'getVmImage'],
  'pricing-policies': [
    'listCataloguePricingPolicies',
    'listPricingPolicies',
    'getPricingPolicy',
    'listCatalogueSkus',
    'createQuote',
  ],
};

const workloadLists = ['listWorkloads', 'listAllWorkloads'] as const;

const refreshedBy: Readonly<Record<Exclude<LiveEvent['type'], 'catalogue'>, readonly OperationId[]>> = {
  ready: [],
  workload: [
    ...workloadLists,
    'listWorkloadEvents',
    'listAnyWorkloadEvents',
    'getOverview',
    'getBalance',
    'getSpending',
    'getQuotas',
    'getUserQuotas',
    // Maintenance that affects a machine creates notices.
    'listNotices',
  ],
  balance: [
    'getBalance',
    'getSpending',
    'createQuote',
    'listBillingRecords',
    'getBillingSummary',
    'listUsage',
    'listBillings',
    'getBillingTotals',
    'listRefunds',
    'listReceivables',
    'listUsers',
    'getUser',
    'getOverview',
  ],
  recharge: ['getRecharge', 'getBalance', 'listRecharges', 'listAllRecharges', 'listRefunds'],
  notice: ['listNotices', 'listStockAlerts'],
  identity: [
    'listUsers',
    'getUser',
    'getUserQuotas',
    'listUserSessions',
    'listUserApiTokens',
    'listInviteCodes',
    'listAuditEntries',
    'listApprovals',
    'getOverview',
  ],
};

/** Patches the cache and returns the operations to call again. */
export function applyLiveEvent(client: QueryClient, event: LiveEvent): readonly OperationId[] {
  if (event.type === 'workload') patchWorkload(client, event);
  return event.type === 'catalogue' ? catalogueLists[event.kind] : refreshedBy[event.type];
}

function patchWorkload(client: QueryClient, event: Extract<LiveEvent, { type: 'workload' }>): void {
  const { user, name, workload } = event;
  if (!workload) {
    void client.invalidateQueries({ queryKey: queryKey('getWorkload', { params: { name } }) });
    void client.invalidateQueries({ queryKey: queryKey('getAnyWorkload', { params: { user, name } }) });
    return;
  }
  replaceIfCached(client, queryKey('getWorkload', { params: { name } }), workload);
  replaceIfCached(client, queryKey('getAnyWorkload', { params: { user, name } }), workload);
  for (const list of workloadLists) {
    client.setQueriesData<Page<Workload>>(
      { queryKey: queryKey(list) },
      (page) =>
        page && { ...page, items: page.items.map((item) => (isSame(item, workload) ? workload : item)) },
    );
  }
}

function replaceIfCached(client: QueryClient, key: readonly unknown[], workload: Workload): void {
  const cached = client.getQueryData<Workload>(key);
  if (cached?.user !== workload.user) return;
  if (isSame(cached, workload)) client.setQueryData(key, workload);
  // The API decides which of two machines of the same name the page shows.
  else void client.invalidateQueries({ queryKey: key });
}

/** Whether both are the same machine (or its order), not an earlier one of the same name. */
function isSame(one: Workload, other: Workload): boolean {
  if (one.uid !== null && other.uid !== null) return one.uid === other.uid;
  return one.name === other.name && one.user === other.user && one.status !== 'DESTROYED';
}
