import type { Catalog } from '../catalog/catalog.ts';
import type { Database, Transaction } from '../database/schema.ts';

/** The name of a user who has a Tenant, as the owner of every live Workload does; the id otherwise. */
export function tenantUsername({ tenants }: Catalog, userId: string): string {
  return tenants.store.get({ name: userId })?.spec.username ?? userId;
}

/** Names users by their ids. The books are asked for those who have no Tenant: not yet, or not any more. */
export async function readUsernames(
  database: Database | Transaction,
  catalog: Catalog,
  userIds: readonly string[],
): Promise<(userId: string) => string> {
  const missing = [...new Set(userIds)].filter((name) => catalog.tenants.store.get({ name }) === undefined);
  if (missing.length === 0) return (userId) => tenantUsername(catalog, userId);
  const rows = await database
    .selectFrom('user_account')
    .select(['id', 'username'])
    .where('id', 'in', missing)
    .execute();
  const names = new Map(rows.map(({ id, username }) => [id, username]));
  return (userId) => names.get(userId) ?? tenantUsername(catalog, userId);
}
