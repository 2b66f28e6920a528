import type { Service } from '@gpulease/kube';

/** The ports that the API server assigns to Services of type NodePort. */
export interface PortRange {
  first: number;
  last: number;
}

/** Parses a range such as `30000-32767`. */
export function toPortRange(text: string): PortRange {
  const [first = 0, last = 0] = text.split('-').map(Number);
  return { first, last };
}

/** Returns the use of the range, which all regions of the cluster share. Ports of Services outside GPULease are not known. */
export function nodePortUse({ first, last }: PortRange, services: readonly Service[]) {
  const total = last - first + 1;
  const allocated = services.reduce((sum, service) => sum + nodePortsOf(service), 0);
  return { total, allocated, free: Math.max(total - allocated, 0) };
}

/** Returns the number of node ports of a Service. */
export function nodePortsOf(service: Service | undefined): number {
  return (service?.spec?.ports ?? []).filter(({ nodePort }) => nodePort !== undefined).length;
}
