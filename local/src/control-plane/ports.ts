import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections (from 32768 on Linux, 49152 on macOS) and Kubernetes' NodePorts. */
const choice = { first: 20_000, last: 29_999 };
const mostTries = 1000;

/** Returns a free TCP port of 127.0.0.1 and reserves it against other processes while this one runs. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = randomInt(choice.first, choice.last + 1);
    if ((await isPortFree(port)) && (await claim(port))) return port;
  }
  throw new Error(`No port from ${choice.first} to ${choice.last} of 127.0.0.1 is free`);
}

/** Like `findFreePort`, for `count` ports. */
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
 * Binds the UDP port of the same number until this process ends, which reserves the TCP port before its server starts.
 * Nothing here uses UDP otherwise. Returns false if another process has reserved the port.
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
