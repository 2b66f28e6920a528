import { openControlPlane } from '../control-plane/control-plane.ts';
import { TestControlPlane } from './control-plane.ts';
import { sharedServers } from './facts.ts';
import { createTestDatabase, type TestDatabase } from './own-postgres.ts';

/**
 * The API server that all tests of this worker share. It has no controller-manager, scheduler or kubelet: objects are what tests make
 * of them, owned objects are not collected, and a deleted namespace stays. Take a namespace of your own and names that are unique.
 */
export function useControlPlane(): TestControlPlane {
  const { home, binaries, ports } = sharedServers();
  return new TestControlPlane(openControlPlane(home, binaries, ports));
}

/** An empty database on the PostgreSQL server that all tests of this worker share. Drop it when the file is done. */
export function usePostgres(): Promise<TestDatabase> {
  return createTestDatabase(sharedServers().postgres.superuserUrl);
}
