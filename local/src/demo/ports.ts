import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { controlPlanePorts } from '../control-plane/control-plane.ts';
import { findFreePorts, isPortFree } from '../control-plane/ports.ts';

const names = [
  ...controlPlanePorts,
  'postgres',
  'portalOps',
  'workerOps',
  'operatorOps',
  'kubevirt',
  'kubevirtMetrics',
  'victoriaMetrics',
  'wechatPay',
] as const;

export type DemoPorts = Record<(typeof names)[number], number>;

/** NodePorts for machines: a slice of Kubernetes' default range, so that two demos seldom overlap. */
export interface NodePortRange {
  first: number;
  last: number;
}

interface KeptPorts {
  ports: DemoPorts;
  nodePorts: NodePortRange;
}

const usualNodePorts = { first: 30_000, last: 32_767 };
const sliceSize = 250;

/** Returns the ports of the demo in `home`. They are stored; only a port taken by another program is replaced. */
export async function keepPorts(home: string): Promise<KeptPorts> {
  const file = join(home, 'ports.json');
  const kept = readKept(file);
  const free = new Map(
    await Promise.all(
      Object.values(kept?.ports ?? {}).map(async (port) => [port, await isPortFree(port)] as const),
    ),
  );
  const result: KeptPorts = {
    ports: choosePorts(kept?.ports, (port) => free.get(port) === true, await findFreePorts(names.length)),
    nodePorts: kept?.nodePorts ?? pickNodePorts(randomInt),
  };
  writeFileSync(file, JSON.stringify(result, null, 2));
  return result;
}

/** Returns each kept port that is still free, and replaces the others from `fresh`. */
export function choosePorts(
  kept: Partial<DemoPorts> | undefined,
  isFree: (port: number) => boolean,
  fresh: readonly number[],
): DemoPorts {
  const unused = [...fresh];
  const chosen = names.map((name) => {
    const port = kept?.[name];
    return [name, port !== undefined && isFree(port) ? port : unused.shift()];
  });
  return Object.fromEntries(chosen) as DemoPorts;
}

/** Picks a slice of the usual range; `random` returns a number below its bound. */
export function pickNodePorts(random: (bound: number) => number): NodePortRange {
  const slices = Math.floor((usualNodePorts.last - usualNodePorts.first + 1) / sliceSize);
  const first = usualNodePorts.first + random(slices) * sliceSize;
  return { first, last: first + sliceSize - 1 };
}

function readKept(file: string): KeptPorts | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeptPorts;
  } catch {
    return undefined;
  }
}
