import { isConditionTrue, isDeleting, type Pod } from '@gpulease/kube';

/** Two ports of one pod of the portal: everybody may call the one; the chart's NetworkPolicy closes the other to the operator. */
export interface Ports {
  pod: string;
  open: string;
  closed: string;
}

/** The ports, as URLs, of the first pod that is ready to answer at both; undefined if there is none. */
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
