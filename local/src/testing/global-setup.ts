import { ensureBinaries, type Binaries } from '../control-plane/binaries.ts';
import { Supervisor } from '../control-plane/supervisor.ts';
import { ensureRole } from '../postgres/database.ts';
import { writeFacts, type SharedServers } from './facts.ts';
import { launchControlPlane, type Place } from './own-control-plane.ts';
import { launchPostgres, testRoles } from './own-postgres.ts';
import { onTeardown, tearDown } from './teardown.ts';
import { shortenLog } from './template.ts';
import { createTestHome, removeAbandonedTestHomes, removeTestHome } from './test-home.ts';

/**
 * Starts one API server with etcd and one PostgreSQL for each worker of Jest's `integration` project. A worker runs its files
 * one at a time, so files never share a cluster concurrently. Jest requires a default export.
 */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  await removeAbandonedTestHomes();
  const binaries = await ensureBinaries((line) => process.stderr.write(`${line}\n`));
  const places = Array.from({ length: maxWorkers }, () => newPlace(binaries));
  const template = newPlace(binaries);
  onTeardown(() => leave([...places, template]));
  try {
    const starting = places.map((place) => startServers(place, template.home));
    const [servers] = await Promise.all([Promise.all(starting), prepareTemplate(template)]);
    writeFacts(servers);
  } catch (error) {
    await tearDown();
    throw error;
  }
}

function newPlace(binaries: Binaries): Place {
  const home = createTestHome();
  return { home, binaries, supervisor: new Supervisor({ home }) };
}

async function leave(places: readonly Place[]): Promise<void> {
  await Promise.all(places.map(({ supervisor }) => supervisor.stopAll()));
  for (const { home } of places) removeTestHome(home);
  await removeAbandonedTestHomes();
}

/** Prepares the template, whose copies start twice as fast. */
async function prepareTemplate(place: Place): Promise<void> {
  await launchControlPlane(place, { kinds: true });
  await place.supervisor.stopAll();
  shortenLog(place.home);
}

async function startServers(place: Place, template: string): Promise<SharedServers> {
  const { home, binaries } = place;
  const [controlPlane, postgres] = await Promise.all([
    launchControlPlane(place, {}),
    launchPostgres(place, { durable: false }),
  ]);
  for (const role of Object.values(testRoles)) await ensureRole(postgres.superuserUrl, role);
  return {
    home,
    binaries,
    ports: controlPlane.ports,
    postgres: { superuserUrl: postgres.superuserUrl },
    template,
  };
}
