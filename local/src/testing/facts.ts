import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from '../control-plane/binaries.ts';
import type { ControlPlanePorts } from '../control-plane/control-plane.ts';

/** Names the folder of the servers that this test run shares. */
export const homeVariable = 'GPULEASE_TEST_HOME';

/** What the global set-up tells the tests about the servers it started. */
export interface SharedServers {
  home: string;
  binaries: Binaries;
  ports: ControlPlanePorts;
  postgres: { superuserUrl: string };
}

export function factsFile(home: string): string {
  return join(home, 'servers.json');
}

/** The servers of this run. Throws outside of Jest's `integration` project, whose set-up starts them. */
export function sharedServers(): SharedServers {
  const home = process.env[homeVariable];
  if (!home) throw new Error('No servers are started for this test. Name its file x.integration.test.ts.');
  return JSON.parse(readFileSync(factsFile(home), 'utf8')) as SharedServers;
}
