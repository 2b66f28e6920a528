import type { Accounts } from '../../../local/src/demo/accounts.ts';
import type { Cluster } from '../../../local/src/demo/kubectl.ts';
import type { Report } from '../../../node-test/src/report.ts';

/** What all chapters have before them. */
export interface Scene {
  report: Report;
  cluster: Cluster;
  accounts: Accounts;
  portal: Portal;
}

/** The way to the portal from this machine. */
export interface Portal {
  url: string;
  /** Once the pod that it led to is gone. */
  reopen: () => Promise<void>;
}
