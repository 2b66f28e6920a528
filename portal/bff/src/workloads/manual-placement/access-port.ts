/** The external ports for signing in to machines. Pure. */
import type { Region, VMImage, Workload } from '@gpulease/crds';

const SSH_PORT = 22;
const REMOTE_DESKTOP_PORT = 3389;

/** Returns the port chosen for the machine, or the one it has. */
export function accessPortOf({ spec, status }: Workload): number | undefined {
  const desktop = status?.endpoints?.find(({ targetPort }) => targetPort === REMOTE_DESKTOP_PORT);
  return spec.placement?.sshPort ?? status?.sshPort ?? desktop?.port;
}

interface Around {
  readonly region: Region | undefined;
  readonly image: VMImage | undefined;
  readonly workloads: readonly Workload[];
}

/** Returns a port that the machine could have, or null; the API server first allocates the upper part of the range. */
export function freeAccessPort({ region, image, workloads }: Around): number | null {
  if (region?.spec.exposure.type === 'LoadBalancer')
    return image?.spec.osType === 'Windows' ? REMOTE_DESKTOP_PORT : SSH_PORT;
  const range = region?.status?.nodePorts;
  if (range === undefined) return null;
  const taken = takenPorts(workloads);
  let port = range.first;
  while (taken.has(port)) port += 1;
  return port <= range.last ? port : null;
}

/** Returns the node ports that machines have, or were promised. */
export function takenPorts(workloads: readonly Workload[]): ReadonlySet<number> {
  const ports = workloads.flatMap(({ spec, status }) => [
    ...[spec.placement?.sshPort, status?.sshPort],
    ...(status?.endpoints ?? []).map(({ port }) => port),
  ]);
  return new Set(ports.filter((port) => port !== undefined));
}
