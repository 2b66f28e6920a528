import type { ProcessSpec } from '../control-plane/child.ts';
import { findFreePort } from '../control-plane/ports.ts';
import { Supervisor } from '../control-plane/supervisor.ts';
import {
  dropDatabase,
  ensureDatabase,
  ensureRole,
  type DatabaseAccess,
  type Role,
} from '../postgres/database.ts';
import { preparePostgres, type PostgresServer } from '../postgres/server.ts';
import { uniqueName } from './control-plane.ts';
import type { Place } from './own-control-plane.ts';
import { createTestHome, removeTestHome } from './test-home.ts';

/** Roles of every test database, named as in production. */
export const testRoles: { owner: Role; application: Role } = {
  owner: { name: 'gpulease_owner', password: 'owner' },
  application: { name: 'gpulease', password: 'application' },
};

/** Database of one test. */
export interface TestDatabase extends DatabaseAccess {
  /** Drops the database and closes its connections. */
  drop(): Promise<void>;
}

/** PostgreSQL server of a single test, which may break it, with one empty database. */
export interface OwnPostgres extends TestDatabase {
  /** Stops the server immediately, like a crash. It stays down until `start`. */
  stopImmediate(): Promise<void>;
  /** Restarts the server on the same port, and resolves when it responds. */
  start(): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server for one test file; stop it in `afterAll`. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const home = createTestHome();
  const supervisor = new Supervisor({ home });
  const server = await launchPostgres({ home, supervisor }, { durable: true });
  for (const role of Object.values(testRoles)) await ensureRole(server.superuserUrl, role);
  return {
    ...(await createTestDatabase(server.superuserUrl)),
    stopImmediate: () => supervisor.stop(server.process.name, 'SIGQUIT'),
    start: () => supervisor.start(server.process),
    stop: async () => {
      await supervisor.stopAll();
      removeTestHome(home);
    },
  };
}

/** Creates an empty database on a server that has the test roles. */
export async function createTestDatabase(superuserUrl: string): Promise<TestDatabase> {
  const database = uniqueName('test');
  const access = await ensureDatabase({ superuserUrl, database, ...testRoles });
  return { ...access, drop: () => dropDatabase(superuserUrl, database) };
}

/** Starts a server. Without `durable`, it does not wait for the disk and may lose the last writes in a crash. */
export async function launchPostgres(
  { home, supervisor }: Pick<Place, 'home' | 'supervisor'>,
  { durable }: { durable: boolean },
): Promise<PostgresServer> {
  const server = await preparePostgres({ home, port: await findFreePort(), durable });
  const process: ProcessSpec = { ...server.process, stopSignal: 'SIGQUIT' };
  await supervisor.start(process);
  return { ...server, process };
}
