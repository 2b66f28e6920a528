import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from '../control-plane/binaries.ts';
import type { ControlPlanePorts } from '../control-plane/control-plane.ts';

/** Names the server folders of this test run, one per Jest worker, separated by spaces. */
const homesVariable = 'GPULEASE_TEST_HOMES';

/** Facts that the global setup passes to the tests of one worker. */
export interface SharedServers {
  home: string;
  binaries: Binaries;
  ports: ControlPlanePorts;
  postgres: { superuserUrl: string };
  /** Folder of a stopped control plane with GPULease's and KubeVirt's kinds. */
  template: string;
}

/** Publishes the facts of all workers. */
export function writeFacts(workers: readonly SharedServers[]): void {
  for (const servers of workers)
    writeFileSync(factsFile(servers.home), JSON.stringify(servers), { mode: 0o600 });
  process.env[homesVariable] = workers.map(({ home }) => home).join(' ');
}

/** Returns the servers of this worker. Throws outside Jest's `integration` project, whose setup starts them. */
export function sharedServers(): SharedServers {
  const home = process.env[homesVariable]?.split(' ')[Number(process.env.JEST_WORKER_ID) - 1];
  if (!home) throw new Error('No servers are started for this test. Name its file x.integration.test.ts.');
  return JSON.parse(readFileSync(factsFile(home), 'utf8')) as SharedServers;
}

function factsFile(home: string): string {
  return join(home, 'servers.json');
}
