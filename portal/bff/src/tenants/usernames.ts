import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database, Transaction } from '../database/schema.ts';

/** Returns the name of a user with a Tenant, as every owner of a live Workload has; otherwise the id. */
export function tenantUsername({ tenants }: Catalogue, userId: string): string {
  return tenants.store.get({ name: userId })?.spec.username ?? userId;
}

/** Looks up usernames by id. Users without a Tenant, who are new or deleted, come from the database. */
export async function readUsernames(
  database: Database | Transaction,
  catalogue: Catalogue,
  userIds: readonly string[],
): Promise<(userId: string) => string> {
  const missing = [...new Set(userIds)].filter((name) => catalogue.tenants.store.get({ name }) === undefined);
  if (missing.length === 0) return (userId) => tenantUsername(catalogue, userId);
  const rows = await database
    .selectFrom('user_account')
    .select(['id', 'username'])
    .where('id', 'in', missing)
    .execute();
  const names = new Map(rows.map(({ id, username }) => [id, username]));
  return (userId) => names.get(userId) ?? tenantUsername(catalogue, userId);
}
