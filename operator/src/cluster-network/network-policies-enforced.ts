import { catalogueReasons, conditionTypes } from '@gpulease/crds';
import { isConditionTrue, isDeleting, type Pod } from '@gpulease/kube';
import { conditionFound, type FoundCondition } from '../catalogue/status.ts';

/** Whether the two ports of a pod answered: the open one and the one closed to the operator. */
export interface PortsSeen {
  pod: string;
  open: boolean;
  closed: boolean;
}

const { yes, no, unknown } = conditionFound(conditionTypes.networkPoliciesEnforced);

/** Returns whether the network plugin enforces NetworkPolicies. If not, administrators are warned and machines still start. */
export function networkPoliciesEnforced(seen: PortsSeen | undefined): FoundCondition {
  if (seen?.closed) {
    const message =
      `Pod ${seen.pod} of the portal answered on its metrics port, which a NetworkPolicy closes to the operator: ` +
      'machines of different tenants are not isolated. Install a network plugin that enforces NetworkPolicies, ' +
      'or remove the operator from networkPolicies.metricsFrom.';
    return no(catalogueReasons.networkPoliciesNotEnforced, message, { name: seen.pod });
  }
  if (seen?.open) {
    const message =
      'A port closed by a NetworkPolicy could not be reached, while an open port of the same pod could.';
    return yes(catalogueReasons.networkPoliciesEnforced, message);
  }
  const message =
    'Whether NetworkPolicies are enforced is unknown: the check needs a portal pod that is ready and reachable, ' +
    "and the chart's networkPolicies.enabled to be true.";
  return unknown(catalogueReasons.networkPoliciesNotChecked, message);
}

/** Two ports of one portal pod: one open to all clients, the other closed to the operator by the chart's NetworkPolicy. */
export interface Ports {
  pod: string;
  open: string;
  closed: string;
}

/** Returns the port URLs of the first ready pod that has both ports; undefined if there is none. */
export function portsToTry(pods: readonly Pod[]): Ports | undefined {
  for (const pod of pods) {
    if (isDeleting(pod) || !isConditionTrue(pod.status?.conditions, 'Ready')) continue;
    const open = urlOf(pod, 'http');
    const closed = urlOf(pod, 'ops');
    if (open !== undefined && closed !== undefined)
      return { pod: pod.metadata.name, open: `${open}/`, closed: `${closed}/livez` };
  }
  return undefined;
}

function urlOf({ spec, status }: Pod, name: string): string | undefined {
  const ports = (spec?.containers ?? []).flatMap((container) => container.ports ?? []);
  const port = ports.find((one) => one.name === name)?.containerPort;
  const ip = status?.podIP;
  if (port === undefined || ip === undefined) return undefined;
  return `http://${ip.includes(':') ? `[${ip}]` : ip}:${port}`;
}
