import { createServer } from 'node:http';
import { objectKey, parseQuantity } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { closeServer, listenLocally } from '../../http-server.ts';
import { brokenGpus } from '../instance/gpu-check.ts';
import { namespaceOf, nodeOf, podOf, type World } from '../world.ts';
import { exposition, type Surroundings } from './exposition.ts';

function surroundingsOf(world: World, instance: VirtualMachineInstance): Surroundings {
  return {
    namespace: namespaceOf(world, instance),
    brokenGpus: brokenGpus(podOf(world, instance), nodeOf(world, instance)),
    diskBytes: diskBytesOf(world, instance),
  };
}

/** Returns the total size of a machine's disks, which may have grown. The instance has the machine's name. */
function diskBytesOf(world: World, { metadata }: VirtualMachineInstance): number {
  const disks = world.disks.store.byIndex('machine', objectKey(metadata));
  return disks
    .map((disk) => world.claims.store.get(disk.metadata)?.status?.capacity?.storage ?? 0)
    .reduce((sum: number, size) => sum + parseQuantity(size), 0);
}

/** Serves the metrics of all running machines at every path on 127.0.0.1. The returned function stops it. */
export async function serveMetrics(world: World, port: number): Promise<() => Promise<void>> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4');
    const instances = world.instances.store.list();
    response.end(exposition(instances, world.clock.now(), (instance) => surroundingsOf(world, instance)));
  });
  await listenLocally(server, port);
  return () => closeServer(server);
}
