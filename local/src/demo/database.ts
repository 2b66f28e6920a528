import { join } from 'node:path';
import type { Supervisor } from '../control-plane/supervisor.ts';
import { ensureDatabase, ensureRole, type DatabaseAccess } from '../postgres/database.ts';
import { preparePostgres } from '../postgres/server.ts';
import type { Accounts } from './accounts.ts';
import { runNode } from './run-node.ts';
import type { Settings } from './settings.ts';

const applicationRole = 'gpulease';

interface DatabaseOptions {
  settings: Settings;
  supervisor: Supervisor;
  accounts: Accounts;
  port: number;
}

/** Starts PostgreSQL and migrates the portal's database. */
export async function startDatabase(options: DatabaseOptions): Promise<DatabaseAccess> {
  const { settings, supervisor, accounts, port } = options;
  const { superuserUrl, process } = await preparePostgres({ home: settings.home, port, durable: true });
  await supervisor.start(process);
  const owner = { name: 'gpulease_owner', password: accounts.databaseOwnerPassword };
  const application = { name: applicationRole, password: accounts.databasePassword };
  for (const role of [owner, application]) await ensureRole(superuserUrl, role);
  const access = await ensureDatabase({ superuserUrl, database: 'gpulease', owner, application });
  await migrateDatabase(settings.repository, access);
  return access;
}

/** Migrates the portal's database to the schema of the product in `repository`. */
export async function migrateDatabase(repository: string, { ownerUrl }: DatabaseAccess): Promise<void> {
  await runNode(join(repository, 'portal/bff/src/migrate.ts'), {
    env: { DATABASE_OWNER_URL: ownerUrl, DATABASE_APPLICATION_ROLE: applicationRole },
  });
}
