/** What scripts may do with an API token. */
import { endpoints, type OperationId } from './endpoints.ts';
import type { ApiTokenScope } from './enums.ts';

/** What a token looks like, so that it is found where it was published by mistake. */
export const API_TOKEN_PREFIX = 'gpulease_';

/**
 * The operations that take a token. All others refuse it: a token that got lost must not sign in, make or delete tokens,
 * change who the account belongs to, reach the admin console, or ask for money. Consoles are pages of a browser; scripts
 * have SSH.
 */
const accepting: ReadonlySet<OperationId> = new Set<OperationId>([
  'getConfig',
  'listCatalogRegions',
  'listCatalogGpus',
  'listCatalogSkus',
  'listCatalogImages',
  'listCatalogPricingPolicies',
  'getMe',
  'getBalance',
  'getQuotas',
  'listSshKeys',
  'createSshKey',
  'deleteSshKey',
  'listNotices',
  'readNotice',
  'readNotices',
  'listStockAlerts',
  'createStockAlert',
  'deleteStockAlert',
  'createQuote',
  'listWorkloads',
  'createWorkload',
  'getWorkload',
  'updateWorkload',
  'startWorkload',
  'stopWorkload',
  'restartWorkload',
  'destroyWorkload',
  'listWorkloadEvents',
  'listBillingRecords',
  'getBillingSummary',
  'listUsage',
  'listRecharges',
  'getRecharge',
  'streamEvents',
]);

/** The scope that an operation asks of a token; undefined where it takes none. */
export function apiTokenScopeOf(operation: OperationId): ApiTokenScope | undefined {
  if (!accepting.has(operation)) return undefined;
  return endpoints[operation].method === 'GET' ? 'READ' : 'WRITE';
}
