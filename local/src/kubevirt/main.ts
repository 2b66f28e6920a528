/** Simulates KubeVirt and CDI in a cluster that has neither. KUBECONFIG selects the cluster. */
import { connect, systemClock } from '@gpulease/kube';
import { logLevel, port, readSettings } from '@gpulease/kube/settings';
import { pino } from 'pino';
import { z } from 'zod';
import { runSshServers } from '../ssh/controller.ts';
import { runDataSources, runDisks, runStorageProfiles } from './disk/controller.ts';
import { installKubeVirt } from './install.ts';
import { runInstances } from './instance/controller.ts';
import { serveMetrics } from './metrics/server.ts';
import { runDevicePlugins, runNodes } from './node/controller.ts';
import { serveKubelets } from './node/kubelet.ts';
import { paceOf } from './pace.ts';
import { serveSubresources } from './subresources/server.ts';
import { runVirtualMachines } from './virtual-machine/controller.ts';
import { openWorld } from './world.ts';

const settings = z.object({
  SIMULATION_PACE: z.coerce.number().nonnegative().default(1),
  /** Port of the subresource API on 127.0.0.1; 0 picks a free one. */
  SUBRESOURCES_PORT: port.default(0),
  /** Port of the machines' metrics on 127.0.0.1; none are served without it. */
  METRICS_PORT: port.optional(),
  LOG_LEVEL: logLevel,
});
const { SIMULATION_PACE, SUBRESOURCES_PORT, METRICS_PORT, LOG_LEVEL } = readSettings(settings, process.env);
const logger = pino({
  name: 'kubevirt-simulator',
  level: LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
});
logger.info('This is a simulation of KubeVirt and CDI: it runs no virtual machines and copies no data');
const cluster = connect({ userAgent: 'kubevirt-simulator' });
await installKubeVirt(cluster);
const base = { cluster, clock: systemClock, pace: paceOf(SIMULATION_PACE), logger };
const { world, close } = await openWorld(base);
const kubelets = await serveKubelets(world);
const stops = [
  close,
  kubelets.stop,
  runNodes(world, kubelets.port),
  runDevicePlugins(world),
  runStorageProfiles(world),
  runDataSources(world),
  runDisks(world),
  runInstances(world),
  runVirtualMachines(world),
];
stops.push(await runSshServers(world));
stops.push(await serveSubresources(world, SUBRESOURCES_PORT));
if (METRICS_PORT !== undefined) stops.push(await serveMetrics(world, METRICS_PORT));
logger.info('The simulation is ready');

/** State is in the cluster, so a restarted simulation continues. */
async function stop(): Promise<void> {
  for (const end of stops.reverse()) await end();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
