import { once } from 'node:events';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { controllerOf } from '@gpulease/kube';
import ssh2, { type AuthContext, type Connection } from 'ssh2';
import { guestOf } from '../kubevirt/guest/guest.ts';
import { letGuest } from '../kubevirt/guest/power.ts';
import type { World } from '../kubevirt/world.ts';
import { isAllowed, readAccess } from './access.ts';
import type { SshEndpoint } from './endpoints.ts';
import { serveGuestSession } from './guest-session.ts';
import { hostKey } from './host-key.ts';

const loopback = '127.0.0.1';

export interface SshServer extends SshEndpoint {
  /** Ends the server and all its connections. */
  close(): void;
}

/** Serves the SSH server of one instance. Rejects when the port is taken. */
export async function serveSsh(
  world: World,
  { port, instance }: SshEndpoint,
  seed: Buffer,
): Promise<SshServer> {
  const machineUid = controllerOf(instance)?.uid ?? instance.metadata.uid ?? '';
  const connections = new Set<Connection>();
  const server = new ssh2.Server(
    { hostKeys: [hostKey(seed, machineUid)], ident: 'simulated' },
    (connection) => {
      connections.add(connection);
      connection.on('close', () => connections.delete(connection));
      serveConnection(world, instance, connection);
    },
  );
  server.listen(port, loopback);
  await once(server, 'listening');
  server.on('error', (error: unknown) =>
    world.logger.warn({ err: error, port }, 'A simulated SSH server failed'),
  );
  return {
    port,
    instance,
    close: () => {
      server.close();
      for (const connection of connections) connection.end();
    },
  };
}

function serveConnection(world: World, instance: VirtualMachineInstance, connection: Connection): void {
  let user = '';
  connection.on('authentication', (attempt) => {
    user = attempt.username;
    void authenticate(world, instance, attempt);
  });
  connection.on('session', (accept) =>
    serveGuestSession(accept(), {
      guest: guestOf(instance, user),
      clock: world.clock,
      onPowerOff: () => void powerOff(world, instance),
    }),
  );
  // Scanners and broken clients are everyday things.
  connection.on('error', (error: unknown) => world.logger.debug({ err: error }, 'An SSH connection broke'));
}

async function authenticate(
  world: World,
  instance: VirtualMachineInstance,
  attempt: AuthContext,
): Promise<void> {
  if (attempt.method !== 'publickey') {
    attempt.reject(['publickey']);
    return;
  }
  try {
    const access = await readAccess(world.cluster, instance);
    if (isAllowed(access, attempt)) attempt.accept();
    else attempt.reject(['publickey']);
  } catch (error) {
    world.logger.warn(
      { err: error, instance: instance.metadata.name },
      'Could not read the keys of a machine',
    );
    attempt.reject(['publickey']);
  }
}

async function powerOff({ cluster, logger }: World, instance: VirtualMachineInstance): Promise<void> {
  try {
    await letGuest(cluster, instance, 'PowerOff');
  } catch (error) {
    logger.warn(
      { err: error, instance: instance.metadata.name },
      'A simulated guest could not power itself off',
    );
  }
}
