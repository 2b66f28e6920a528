import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { controllerOf, type Clock } from '@gpulease/kube';
import ssh2, { type AuthContext, type Connection, type ServerChannel, type Session } from 'ssh2';
import { runCommand } from '../kubevirt/guest/commands.ts';
import { guestOf, runGuestAction, type Guest } from '../kubevirt/guest/guest.ts';
import { Terminal } from '../kubevirt/guest/terminal.ts';
import type { World } from '../kubevirt/world.ts';
import { isAllowed, readAccess } from './access.ts';
import type { SshEndpoint } from './endpoints.ts';
import { hostKey } from './host-key.ts';

const loopback = '127.0.0.1';

export interface SshServer extends SshEndpoint {
  /** Closes the server and all its connections. */
  close(): void;
}

/** Starts the SSH server of one instance. Rejects if the port is in use. */
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
  // Scanners and broken clients are common.
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
    const { name } = instance.metadata;
    world.logger.warn({ err: error, instance: name }, 'Could not read the SSH keys of a machine');
    attempt.reject(['publickey']);
  }
}

async function powerOff({ cluster, logger }: World, instance: VirtualMachineInstance): Promise<void> {
  const { name } = instance.metadata;
  await runGuestAction(cluster, instance, 'PowerOff').catch((error: unknown) =>
    logger.warn({ err: error, instance: name }, 'Could not power off a simulated guest'),
  );
}

interface GuestSessionOptions {
  guest: Guest;
  clock: Clock;
  /** Called when a command ends the guest. */
  onPowerOff: () => void;
}

/** Serves a shell or one command of the simulated guest, without file transfer. */
function serveGuestSession(session: Session, options: GuestSessionOptions): void {
  session.on('pty', agree);
  session.on('env', agree);
  session.on('window-change', agree);
  session.on('shell', (accept) => openShell(accept(), options));
  session.on('exec', (accept, _reject, { command }) => void execute(accept(), command, options));
}

/** `accept` is undefined if the client requests no reply, as OpenSSH does for `env`, contrary to ssh2's types. */
function agree(accept: (() => void) | undefined): void {
  accept?.();
}

function openShell(channel: ServerChannel, { guest, clock, onPowerOff }: GuestSessionOptions): void {
  const terminal = new Terminal({
    guest,
    clock,
    write: (text) => channel.write(text),
    onEnd: (ending) => {
      if (ending === 'PowerOff') onPowerOff();
      finish(channel, 0);
    },
  });
  channel.on('data', (data: Buffer) => terminal.type(data.toString()));
  terminal.open();
}

async function execute(
  channel: ServerChannel,
  command: string,
  { guest, clock, onPowerOff }: GuestSessionOptions,
): Promise<void> {
  const { output, exitCode, then } = runCommand(guest, command, clock.now());
  const stream = exitCode === 0 ? channel : channel.stderr;
  if (output !== '') stream.write(`${output}\n`);
  if (then === 'PowerOff') onPowerOff();
  // ssh2 loses data written in the same turn in which the channel ends.
  await turn();
  finish(channel, exitCode);
}

function finish(channel: ServerChannel, exitCode: number): void {
  channel.exit(exitCode);
  channel.end();
}
