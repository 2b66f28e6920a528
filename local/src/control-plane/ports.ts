import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections (from 32768 on Linux, 49152 on macOS) and the NodePorts of Kubernetes. */
const choice = { first: 20_000, last: 29_999 };
const mostTries = 1000;

/** A TCP port of 127.0.0.1 that nothing listens on, and that no other process is given while this one runs. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = randomInt(choice.first, choice.last + 1);
    if ((await isPortFree(port)) && (await claim(port))) return port;
  }
  throw new Error(`No port from ${choice.first} to ${choice.last} of 127.0.0.1 is free`);
}

/** `count` ports, each as of `findFreePort`. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await findFreePort());
  return ports;
}

/** Whether a server could listen on this port of 127.0.0.1 now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Takes the UDP port of the same number until this process ends, however it ends: nothing of ours uses UDP, so it says to other
 * processes that the TCP port is spoken for, although its server has not started yet. Whether it was still there to take.
 */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });
}
