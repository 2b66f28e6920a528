/** Selects the part of a container's log that a kubelet returns. Pure. */

/** Returns the first `limitBytes` bytes of the last `tailLines` lines; both default to everything. */
export function partOfLog(log: string, query: URLSearchParams): Buffer {
  const lines = log.split(/(?<=\n)/);
  const tail = Number(query.get('tailLines') ?? Infinity);
  const limit = Number(query.get('limitBytes') ?? Infinity);
  return Buffer.from(lines.slice(Math.max(lines.length - tail, 0)).join('')).subarray(0, limit);
}
