import { systemClock, type Cluster } from '@gpulease/kube';
import type { Logger } from 'pino';
import { runSshServers } from '../ssh/controller.ts';
import type { Config } from './config.ts';
import { runDataSources, runDisks } from './disk/controller.ts';
import { runStorageProfiles } from './disk/storage-profile-controller.ts';
import { installKubeVirt } from './install.ts';
import { runInstances } from './instance/controller.ts';
import { serveMetrics } from './metrics/server.ts';
import { runNodes } from './node/controller.ts';
import { runDevicePlugins } from './node/device-plugin.ts';
import { serveKubelets } from './node/kubelet.ts';
import { serveSubresources } from './subresources/server.ts';
import { runVirtualMachines } from './virtual-machine/controller.ts';
import { closeWorld, openWorld } from './world.ts';

export interface Simulator {
  /** Stops everything; work in the cluster continues when it is started again. */
  stop(): Promise<void>;
}

/** Plays KubeVirt and CDI in a cluster that has neither. Resolves when it serves. */
export async function startSimulator(
  cluster: Cluster,
  { pace, subresourcesPort, metricsPort }: Config,
  logger: Logger,
): Promise<Simulator> {
  logger.info('This is a simulation of KubeVirt and CDI. No virtual machine runs and no data is copied.');
  await installKubeVirt(cluster);
  const world = await openWorld({ cluster, clock: systemClock, pace, logger });
  const kubelets = await serveKubelets(world);
  const stops = [
    () => kubelets.stop,
    () => runNodes(world, kubelets.port),
    runDevicePlugins,
    runStorageProfiles,
    runDataSources,
    runDisks,
    runInstances,
    runVirtualMachines,
  ].map((run) => run(world));
  stops.push(await runSshServers(world));
  stops.push(await serveSubresources(world, subresourcesPort));
  if (metricsPort !== undefined) stops.push(await serveMetrics(world, metricsPort));
  logger.info('The simulation is ready');
  return {
    async stop() {
      for (const stop of stops.reverse()) await stop();
      await closeWorld(world);
    },
  };
}
