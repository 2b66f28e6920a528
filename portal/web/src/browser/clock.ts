/** Smaller differences are due to the time that an answer takes. */
const TOLERANCE_MS = 30_000;

let ahead = 0;

/** Learns from an answer how wrong the clock of this device is; some are hours off. */
export function learnTime({ headers }: Response): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  ahead = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** The server's time in milliseconds, to compare with times from the server. */
export const serverNow = (): number => Date.now() + ahead;
