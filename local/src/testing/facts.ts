import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from '../control-plane/binaries.ts';
import type { ControlPlanePorts } from '../control-plane/control-plane.ts';

/** Names the folders of the servers of this test run, one for each of Jest's workers, with spaces between. */
const homesVariable = 'GPULEASE_TEST_HOMES';

/** What the global set-up tells the tests of one worker about the servers it started for them. */
export interface SharedServers {
  home: string;
  binaries: Binaries;
  ports: ControlPlanePorts;
  postgres: { superuserUrl: string };
  /** The folder of a stopped control plane with GPULease's and KubeVirt's kinds. */
  template: string;
}

/** Tells the workers about the servers of each. */
export function writeFacts(workers: readonly SharedServers[]): void {
  for (const servers of workers)
    writeFileSync(factsFile(servers.home), JSON.stringify(servers), { mode: 0o600 });
  process.env[homesVariable] = workers.map(({ home }) => home).join(' ');
}

/** The servers of this worker. Throws outside of Jest's `integration` project, whose set-up starts them. */
export function sharedServers(): SharedServers {
  const home = process.env[homesVariable]?.split(' ')[Number(process.env.JEST_WORKER_ID) - 1];
  if (!home) throw new Error('No servers are started for this test. Name its file x.integration.test.ts.');
  return JSON.parse(readFileSync(factsFile(home), 'utf8')) as SharedServers;
}

function factsFile(home: string): string {
  return join(home, 'servers.json');
}
