/** Which part of a container's log a kubelet returns. Pure. */

/** The last `tailLines` lines, and of those the first `limitBytes` bytes; all where neither is asked for. */
export function partOfLog(log: string, query: URLSearchParams): Buffer {
  const lines = log.split(/(?<=\n)/);
  const tail = Number(query.get('tailLines') ?? Infinity);
  const limit = Number(query.get('limitBytes') ?? Infinity);
  return Buffer.from(lines.slice(Math.max(lines.length - tail, 0)).join('')).subarray(0, limit);
}
