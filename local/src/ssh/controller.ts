import { objectKey, sleep } from '@gpulease/kube';
import type { Requeue } from '@gpulease/operator/runtime/controller';
import type { World } from '../kubevirt/world.ts';
import { runController, watching } from '../kubevirt/run-controller.ts';
import { sshEndpoints, type SshEndpoint } from './endpoints.ts';
import { readHostKeySeed } from './host-key.ts';
import { serveSsh, type SshServer } from './server.ts';

/** All endpoints are reconciled together, under one key. */
const everything = 'endpoints';
/** Changes in quick succession are handled together. */
const SETTLE_MS = 100;
const RETRY_MS = 5_000;

/** Listens on the SSH NodePorts of running instances, since nothing routes them here. The returned function stops it. */
export async function runSshServers(world: World): Promise<() => Promise<void>> {
  const seed = await readHostKeySeed(world.cluster);
  const servers = new Map<number, SshServer>();
  const keys = (): string[] => [everything];
  const stop = runController(world, {
    name: 'ssh',
    reconcile: async () => {
      await sleep(world.clock, SETTLE_MS);
      return updateServers(world, servers, seed);
    },
    sources: [watching(world.services, keys), watching(world.pods, keys), watching(world.instances, keys)],
  });
  return async () => {
    await stop();
    for (const server of servers.values()) server.close();
  };
}

async function updateServers(
  world: World,
  servers: Map<number, SshServer>,
  seed: Buffer,
): Promise<Requeue | undefined> {
  const wanted = sshEndpoints({
    services: world.services.store.list(),
    pods: world.pods.store.list(),
    instances: world.instances.store.list(),
  });
  for (const [port, server] of servers) {
    if (wanted.some((endpoint) => isSame(endpoint, server))) continue;
    server.close();
    servers.delete(port);
  }
  const missing = wanted.filter(({ port }) => !servers.has(port));
  const started = await Promise.all(missing.map((endpoint) => startServer(world, endpoint, seed)));
  for (const server of started) if (server !== undefined) servers.set(server.port, server);
  return started.includes(undefined) ? { afterMs: RETRY_MS } : undefined;
}

/** Returns the server, or undefined while the port is in use. */
async function startServer(
  world: World,
  endpoint: SshEndpoint,
  seed: Buffer,
): Promise<SshServer | undefined> {
  const { port, instance } = endpoint;
  const place = { port, instance: objectKey(instance.metadata) };
  try {
    const server = await serveSsh(world, endpoint, seed);
    world.logger.info(place, 'A simulated SSH server is listening');
    return server;
  } catch (error) {
    const message = 'A simulated SSH server could not listen, will retry';
    world.logger.warn({ err: error, ...place }, message);
    return undefined;
  }
}

function isSame(endpoint: SshEndpoint, { port, instance }: SshServer): boolean {
  return endpoint.port === port && endpoint.instance.metadata.uid === instance.metadata.uid;
}
