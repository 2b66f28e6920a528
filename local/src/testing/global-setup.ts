import { writeFileSync } from 'node:fs';
import { ensureBinaries } from '../control-plane/binaries.ts';
import { Supervisor } from '../control-plane/supervisor.ts';
import { ensureRole } from '../postgres/database.ts';
import { factsFile, homeVariable, type SharedServers } from './facts.ts';
import { launchControlPlane, type Place } from './own-control-plane.ts';
import { launchPostgres, testRoles } from './own-postgres.ts';
import { onTeardown, tearDown } from './teardown.ts';
import { createTestHome, removeAbandonedTestHomes, removeTestHome } from './test-home.ts';

/**
 * Starts one API server with etcd and one PostgreSQL for the whole run of Jest's `integration` project.
 * Jest asks for a default export.
 */
export default async function globalSetup(): Promise<void> {
  await removeAbandonedTestHomes();
  const binaries = await ensureBinaries((line) => process.stderr.write(`${line}\n`));
  const home = createTestHome();
  const supervisor = new Supervisor({ home });
  onTeardown(async () => {
    await supervisor.stopAll();
    removeTestHome(home);
    await removeAbandonedTestHomes();
  });
  try {
    writeFacts(await startServers({ home, binaries, supervisor }));
  } catch (error) {
    await tearDown();
    throw error;
  }
  process.env[homeVariable] = home;
}

async function startServers(place: Place): Promise<SharedServers> {
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
  };
}

function writeFacts(servers: SharedServers): void {
  writeFileSync(factsFile(servers.home), JSON.stringify(servers), { mode: 0o600 });
}
