import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import type { WebSocket } from 'ws';
import { textPicture } from '../vnc/picture.ts';
import { RfbServer } from '../vnc/rfb-server.ts';
import type { World } from '../world.ts';

/** Serves the simulated screen, which shows a text. */
export function serveVnc({ logger }: World, instance: VirtualMachineInstance, socket: WebSocket): void {
  const { name } = instance.metadata;
  const screen = textPicture([
    name,
    '',
    'This is a simulation.',
    '',
    'GPULease plays KubeVirt on this computer:',
    'no virtual machine is behind this screen.',
    '',
    'Use the serial console or SSH to type.',
  ]);
  const server = new RfbServer(screen, `${name} (simulation)`, (bytes) => socket.send(bytes));
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return;
    try {
      server.receive(data);
    } catch (error) {
      logger.debug({ err: error, instance: name }, 'A VNC client was not understood');
      socket.close();
    }
  });
  server.open();
}
