import type { Service } from '@gpulease/kube';

/** The ports that the API server gives Services of type NodePort. */
export interface PortRange {
  first: number;
  last: number;
}

/** From `30000-32767`. */
export function toPortRange(text: string): PortRange {
  const [first = 0, last = 0] = text.split('-').map(Number);
  return { first, last };
}

/** All regions lie in one cluster and share its range. Ports that Services of others have are not known. */
export function nodePortUse({ first, last }: PortRange, services: readonly Service[]) {
  const total = last - first + 1;
  const allocated = services.reduce((sum, service) => sum + nodePortsOf(service), 0);
  return { total, allocated, free: Math.max(total - allocated, 0) };
}

/** How many node ports the Service has. */
export function nodePortsOf(service: Service | undefined): number {
  return (service?.spec?.ports ?? []).filter(({ nodePort }) => nodePort !== undefined).length;
}
