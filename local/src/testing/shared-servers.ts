import { openControlPlane } from '../control-plane/control-plane.ts';
import { TestControlPlane } from './control-plane.ts';
import { sharedServers } from './facts.ts';
import { createTestDatabase, type TestDatabase } from './own-postgres.ts';

/**
 * Returns the API server shared by all tests of this worker. It has no controller-manager, scheduler or kubelet: objects stay as
 * written, owned objects are not garbage-collected, and deleted namespaces remain. Use your own namespace and unique names.
 */
export function useControlPlane(): TestControlPlane {
  const { home, binaries, ports } = sharedServers();
  return new TestControlPlane(openControlPlane(home, binaries, ports));
}

/** Creates an empty database on the PostgreSQL server shared by all tests of this worker. Drop it at the end of the file. */
export function usePostgres(): Promise<TestDatabase> {
  return createTestDatabase(sharedServers().postgres.superuserUrl);
}
