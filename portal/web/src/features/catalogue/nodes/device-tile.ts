/** The GPU tiles on the page of a node, including GPUs that are known only by count. Pure. */
import type { Device, Node } from '@gpulease/contract/catalogue';
import type { DeviceStatus } from '@gpulease/contract/enums';

export interface DeviceTile {
  /** Null if the GPU is known only by count. */
  readonly name: string | null;
  /** SOLD: counted as allocated, but to an unknown machine. */
  readonly status: DeviceStatus | 'SOLD';
  readonly machine: Device['machine'];
}

type Counted = Pick<Node, 'resources' | 'allocated' | 'quarantine'>;

const unknown: DeviceTile = { name: null, status: 'FREE', machine: null };

/** Returns one tile per GPU of the node, known GPUs first. */
export function deviceTilesOf(node: Counted, devices: readonly Device[]): readonly DeviceTile[] {
  const { gpuNumber } = node.resources;
  const known = knownTiles(devices, gpuNumber);
  const others = Array.from({ length: Math.max(gpuNumber - known.length, 0) }, () => unknown);
  const sick = node.quarantine.filter(({ address }) => address === null);
  const sickNumber = sick.reduce((sum, entry) => sum + entry.gpuNumber, 0);
  const soldNumber = (node.allocated?.gpus ?? 0) - known.filter(({ machine }) => machine !== null).length;
  const tiles = [...known, ...others];
  return withLastFree(withLastFree(tiles, sickNumber, 'QUARANTINED'), soldNumber, 'SOLD');
}

/** Drops free devices beyond the node's GPU count, which are former names of other devices. */
function knownTiles(devices: readonly Device[], gpuNumber: number): readonly DeviceTile[] {
  const free = devices.filter(({ status }) => status === 'FREE');
  const room = Math.max(gpuNumber - (devices.length - free.length), 0);
  const former = new Set(free.slice(room));
  return devices
    .filter((device) => !former.has(device))
    .map(({ name, status, machine }) => ({ name, status, machine }));
}

/** Sets the status of the last `number` free tiles: named ones come first, and a count does not say which GPU it means. */
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
