interface Mapping {
  readonly port: number;
  readonly targetPort: number;
}

/** Where Jupyter listens, which most people open first. */
const FIRST_PORT = 8888;

/** The next port that no row has, on either side. */
export function freePort(ports: readonly Mapping[] = []): number {
  const taken = new Set(ports.flatMap(({ port, targetPort }) => [port, targetPort]));
  let port = FIRST_PORT;
  while (taken.has(port)) port += 1;
  return port;
}
