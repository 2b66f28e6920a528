import type { Accounts } from '../../../local/src/demo/accounts.ts';
import type { Cluster } from '../../../local/src/demo/kubectl.ts';
import type { RealNode } from '../node/node.ts';
import type { Places } from '../node/places.ts';
import type { Report } from '../report.ts';

/** Shared context of all chapters. */
export interface Scene {
  report: Report;
  node: RealNode;
  cluster: Cluster;
  places: Places;
  accounts: Accounts;
  /** Path of the echo program, for namespaces outside pods. */
  echo: string;
}
