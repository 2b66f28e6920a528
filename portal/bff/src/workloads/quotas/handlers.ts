/** Handlers for customers' quotas and their usage: shown to customers, shown to and set by operators. */
import { quotaKinds, type QuotaKind } from '@gpulease/contract/enums';
import type { Quota, QuotaChange, UserQuotas } from '@gpulease/contract/quotas';
import { mappedPorts, tenantNamespace, tenants, type Tenant, type Workload } from '@gpulease/crds';
import { isNotFound, type Cluster, type Informer } from '@gpulease/kube';
import type { quotaOperations } from '@gpulease/contract/operations/quotas';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { createChanger, type Changer } from '../../catalogue/editing/editor.ts';
import { managedBy } from '../../catalogue/managed-by.ts';
import { withTransaction } from '../../database/database.ts';
import type { Database } from '../../database/schema.ts';
import type { Handlers } from '../../http/handler.ts';
import { ProductError } from '../../http/product-error.ts';
import { mustFindCustomer } from '../../identity/users.ts';
import { readStarts, readUsage, type Quota as DefaultQuota } from '../../orders/quota.ts';
import { tenantStateOf } from '../../tenants/requests.ts';
import { byNamespace } from '../sources.ts';
import { limitPaths, limitsOf, quotaSpec, type QuotaLimits } from './quota-limits.ts';

/** The etag of a Tenant that does not exist yet: generations start at 1. */
const NO_TENANT = '0';

interface Parts {
  readonly cluster: Cluster;
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly workloads: Informer<Workload>;
  readonly defaultQuota: DefaultQuota;
  readonly startsPerHour: number;
}

export function quotaHandlers(parts: Parts): Handlers<typeof quotaOperations> {
  const { cluster, database, catalogue, defaultQuota } = parts;
  const client = cluster.resource(tenants);
  const changer = createChanger(cluster, { definition: tenants, paths: limitPaths });
  return {
    async getQuotas(_, { caller }) {
      const tenant = catalogue.tenants.store.get({ name: caller.id });
      const limits = limitsOf(tenant ? tenant.spec.quota : defaultQuota, parts);
      return { items: quotasOf(limits, await usageOf(parts, caller.id)) };
    },
    async getUserQuotas({ params }) {
      const { id } = await mustFindCustomer(database, params.username);
      return present(parts, id, await client.find({ name: id }));
    },
    async updateUserQuotas({ params, body }, { ifMatch }) {
      const { id } = await mustFindCustomer(database, params.username);
      const tenant =
        ifMatch === NO_TENANT
          ? await createTenant(changer, database, id, body)
          : (await changer.change(id, ifMatch, quotaSpec(body)).catch(asStale(isNotFound))).after;
      return present(parts, id, tenant);
    },
  };
}

async function present(parts: Parts, userId: string, tenant: Tenant | undefined): Promise<UserQuotas> {
  const defaults = limitsOf(parts.defaultQuota, parts);
  const limits = tenant ? limitsOf(tenant.spec.quota, parts) : defaults;
  const quotas = quotasOf(limits, await usageOf(parts, userId));
  return {
    etag: tenant ? String(tenant.metadata.generation) : NO_TENANT,
    managedBy: tenant ? managedBy(tenant.metadata) : null,
    items: quotas.map((quota) => ({ ...quota, platformDefault: defaults[quota.of] })),
  };
}

function quotasOf(limits: QuotaLimits, used: Readonly<Record<QuotaKind, number>>): Quota[] {
  return quotaKinds.map((of) => ({ of, used: used[of], limit: limits[of] }));
}

/** Counts usage as the checks of orders do. */
async function usageOf({ database, workloads }: Parts, userId: string) {
  const usage = await readUsage(database, userId);
  const startsPerHour = await readStarts(database, userId);
  const ports = mappedPorts(workloads.store.byIndex(byNamespace, tenantNamespace(userId)));
  return { ...usage, ports, startsPerHour };
}

/**
 * Creates the Tenant of a customer who has not ordered yet. The account is locked, so that the Tenant exists when a change of
 * status is propagated. Throws STALE if another request was faster.
 */
function createTenant(changer: Changer<Tenant>, database: Database, id: string, change: QuotaChange) {
  return withTransaction(database, async (transaction) => {
    const accounts = transaction.selectFrom('user_account').select(['username', 'status']);
    const { username, status } = await accounts.where('id', '=', id).forShare().executeTakeFirstOrThrow();
    const spec = { username, state: tenantStateOf(status), ...quotaSpec(change) };
    return changer.create(id, spec).catch(asStale(isTaken));
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof ProductError && error.code === 'NAME_TAKEN';
}

/** Throws STALE for an error that shows that the Tenant is not as the caller has seen it; rethrows others. */
function asStale(isChanged: (error: unknown) => boolean) {
  return (cause: unknown): never => {
    throw isChanged(cause) ? new ProductError('REQUEST_FAILED', { reason: 'STALE' }, { cause }) : cause;
  };
}
