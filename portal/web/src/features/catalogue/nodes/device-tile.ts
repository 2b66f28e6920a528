/** Which GPUs stand on the page of a node, also those of which only the number is known. Pure. */
import type { Device, Node } from '@gpulease/contract/catalogue';
import type { DeviceStatus } from '@gpulease/contract/enums';

export interface DeviceTile {
  /** Null where it is not known which GPU it is. */
  readonly name: string | null;
  /** SOLD: somebody pays for it, and no machine is known to have it. */
  readonly status: DeviceStatus | 'SOLD';
  readonly machine: Device['machine'];
}

type Counted = Pick<Node, 'resources' | 'allocated' | 'quarantine'>;

const unknown: DeviceTile = { name: null, status: 'FREE', machine: null };

/** As many as the node has, those that are known first. */
export function deviceTilesOf(node: Counted, devices: readonly Device[]): readonly DeviceTile[] {
  const { gpuNumber } = node.resources;
  const known = knownOf(devices, gpuNumber);
  const others = Array.from({ length: Math.max(gpuNumber - known.length, 0) }, () => unknown);
  const sick = node.quarantine.filter(({ address }) => address === null);
  const sickNumber = sick.reduce((sum, entry) => sum + entry.gpuNumber, 0);
  const soldNumber = (node.allocated?.gpus ?? 0) - known.filter(({ machine }) => machine !== null).length;
  const tiles = [...known, ...others];
  return withLastFree(withLastFree(tiles, sickNumber, 'QUARANTINED'), soldNumber, 'SOLD');
}

/** Free ones go that the node cannot have besides: they had other names before. */
function knownOf(devices: readonly Device[], gpuNumber: number): readonly DeviceTile[] {
  const free = devices.filter(({ status }) => status === 'FREE');
  const room = Math.max(gpuNumber - (devices.length - free.length), 0);
  const former = new Set(free.slice(room));
  return devices
    .filter((device) => !former.has(device))
    .map(({ name, status, machine }) => ({ name, status, machine }));
}

/** Gives so many of the free ones another status. The last, as the first are known by name, and the number tells of no name. */
function withLastFree(
  tiles: readonly DeviceTile[],
  number: number,
  status: DeviceTile['status'],
): readonly DeviceTile[] {
  if (number <= 0) return tiles;
  const free = tiles.flatMap((tile, index) => (tile.status === 'FREE' ? [index] : []));
  const last = new Set(free.slice(-number));
  return tiles.map((tile, index) => (last.has(index) ? { ...tile, status } : tile));
}
