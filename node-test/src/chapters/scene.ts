import type { Accounts } from '../../../local/src/demo/accounts.ts';
import type { Cluster } from '../../../local/src/demo/kubectl.ts';
import type { RealNode } from '../node/node.ts';
import type { Places } from '../node/places.ts';
import type { Report } from '../report.ts';

/** What all chapters have before them. */
export interface Scene {
  report: Report;
  node: RealNode;
  cluster: Cluster;
  places: Places;
  accounts: Accounts;
  /** The program that echoes, for namespaces that are no pods. */
  echo: string;
}
