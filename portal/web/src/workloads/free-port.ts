interface Mapping {
  readonly port: number;
}

/** Where Jupyter listens, which most people open first. */
const FIRST_PORT = 8888;

/** The next external port that no row has. */
export function freePort(ports: readonly Mapping[] = []): number {
  const taken = new Set(ports.map(({ port }) => port));
  let port = FIRST_PORT;
  while (taken.has(port)) port += 1;
  return port;
}
