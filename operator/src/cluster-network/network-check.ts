import { SYSTEM_NAMESPACE } from '@gpulease/crds';
import { pods, type Cluster } from '@gpulease/kube';
import { networkPoliciesEnforced, portsToTry, type PortsSeen } from './network-policies-enforced.ts';
import type { FoundCondition } from '../catalogue/status.ts';

const PORTAL = 'app.kubernetes.io/component=bff';
/** Timeout of a request: closed ports usually drop connections instead of refusing them. */
const ANSWER_MS = 5000;

/** Tests on the chart's own pods whether NetworkPolicies are enforced. */
export class NetworkCheck {
  /** Whether the chart has created policies to test. */
  readonly isEnabled: boolean;
  private readonly cluster: Cluster;
  private readonly handlers: (() => void)[] = [];
  private seen: PortsSeen | undefined;

  constructor(cluster: Cluster, { isEnabled }: { isEnabled: boolean }) {
    this.cluster = cluster;
    this.isEnabled = isEnabled;
  }

  /** Returns the result of the last check. */
  condition(): FoundCondition {
    return networkPoliciesEnforced(this.seen);
  }

  /** Calls `handler` after each check. */
  onChecked(handler: () => void): void {
    this.handlers.push(handler);
  }

  /** Runs a check. Throws if the portal's pods cannot be listed. */
  async look(): Promise<void> {
    const { items } = await this.cluster
      .resource(pods)
      .list({ namespace: SYSTEM_NAMESPACE, labelSelector: PORTAL });
    const ports = portsToTry(items);
    this.seen = ports && {
      pod: ports.pod,
      // Requests, not just connections: the sidecars of a service mesh accept any connection.
      open: await isAnswered(ports.open),
      closed: await isAnswered(ports.closed),
    };
    for (const handler of this.handlers) handler();
  }
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
