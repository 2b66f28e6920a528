import { isIPv6 } from 'node:net';

/**
 * Returns the network under which an address is counted: an IPv4 address itself, even if written as IPv6; an IPv6
 * address's /64, the smallest network that providers assign. `2001:db8:0:1::7` → `2001:db8:0:1::/64`.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(?<ipv4>\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.groups?.ipv4;
  if (mapped) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  // The URL parser returns the canonical shortest form.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all.slice(0, 4).join(':')}::/64`;
}

/** Whether a URL uses TLS or loopback. */
export function isSafeToCall(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/** Whether a host is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
