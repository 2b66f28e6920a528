/** Clocks that differ by less are the time that an answer takes. */
const TOLERANCE_MS = 30_000;

let ahead = 0;

/** Learns from an answer by how much the clock of this device is wrong, as those of some by hours. */
export function learnTime({ headers }: Response): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  ahead = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/** The server's time in milliseconds, for what is compared with times that it has told. */
export function serverNow(): number {
  return Date.now() + ahead;
}
