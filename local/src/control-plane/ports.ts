import { createServer } from 'node:net';

/** A TCP port of 127.0.0.1 that nothing listens on now. */
export function findFreePort(): Promise<number> {
  return listenBriefly(0);
}

/** Whether a server could listen on this port of 127.0.0.1 now. */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await listenBriefly(port);
    return true;
  } catch {
    return false;
  }
}

/** `count` ports that are free now and differ from one another. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports];
}

function listenBriefly(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
