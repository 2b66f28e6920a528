import type { Accounts } from '../../../local/src/demo/accounts.ts';
import type { Cluster } from '../../../local/src/demo/kubectl.ts';
import type { Report } from '../../../node-test/src/report.ts';

/** The context of all chapters. */
export interface Scene {
  report: Report;
  cluster: Cluster;
  accounts: Accounts;
  portal: Portal;
}

/** The connection from this machine to the portal. */
export interface Portal {
  url: string;
  /** Reconnects after the forwarded pod is gone. */
  reopen: () => Promise<void>;
}
