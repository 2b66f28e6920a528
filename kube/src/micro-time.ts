/** A moment as Lease and Event want it: RFC 3339 with microseconds. */
export function formatMicroTime(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}
