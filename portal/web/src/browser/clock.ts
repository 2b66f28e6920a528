/** Smaller differences may be network latency. */
const TOLERANCE_MS = 30_000;

let ahead = 0;

/** Learns from a response how far this device's clock is off; some are hours off. */
export function learnTime({ headers }: Response): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  ahead = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** Returns the server's time in milliseconds, to compare with times from the server. */
export const serverNow = (): number => Date.now() + ahead;
