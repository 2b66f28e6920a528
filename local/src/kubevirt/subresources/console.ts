import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import type { WebSocket } from 'ws';
import { guestOf } from '../guest/guest.ts';
import { letGuest } from '../guest/power.ts';
import { Terminal } from '../guest/terminal.ts';
import type { World } from '../world.ts';

/** Serves the simulated serial console, on which root is logged in. Text frames are ignored, as KubeVirt does. */
export function serveConsole(
  { cluster, clock, logger }: World,
  instance: VirtualMachineInstance,
  socket: WebSocket,
): void {
  const terminal = new Terminal({
    guest: guestOf(instance, 'root'),
    clock,
    write: (text) => socket.send(Buffer.from(text)),
    onEnd: (ending) => {
      if (ending === 'Logout') terminal.open();
      if (ending !== 'PowerOff') return;
      letGuest(cluster, instance, 'PowerOff').catch((error: unknown) =>
        logger.warn({ err: error }, 'A simulated guest could not power itself off'),
      );
    },
  });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) terminal.type(data.toString());
  });
  terminal.open();
}
