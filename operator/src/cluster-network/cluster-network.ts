import { BlockList, isIP } from 'node:net';
import type { Service } from '@gpulease/kube';
import type { KeptNode } from '../kept/kept.ts';

/** The chart's settings for the cluster's network, as CIDR ranges such as 10.0.0.0/8. */
export interface NetworkSettings {
  /** Addresses of name servers that are not pods of kube-system. */
  dnsAddresses: readonly string[];
  /** Public ranges that belong to the cluster, so machines must not reach them. */
  clusterRanges: readonly string[];
}

/** The address ranges of a cluster that machines may and must not reach, sorted. */
export interface ClusterNetwork {
  dns: string[];
  closed: { v4: string[]; v6: string[] };
}

/** Addresses outside the internet: machines must not reach the cluster, the hosts or their metadata service. */
const PRIVATE_V4 = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  // Not part of the internet either; some clusters assign them to pods.
  '198.18.0.0/15',
  '240.0.0.0/4',
];
const PRIVATE_V6 = [
  'fc00::/7',
  'fe80::/10',
  // Private IPv4 addresses mapped by NAT64.
  '64:ff9b::a00:0/104',
  '64:ff9b::6440:0/106',
  '64:ff9b::a9fe:0/112',
  '64:ff9b::ac10:0/108',
  '64:ff9b::c0a8:0/112',
];

/** Combines the settings with the addresses and pod ranges of the cluster's Nodes and with its DNS Services. */
export function clusterNetwork(
  { dnsAddresses, clusterRanges }: NetworkSettings,
  nodes: readonly KeptNode[],
  dnsServices: readonly Service[],
): ClusterNetwork {
  const privateList = blockListOf([...PRIVATE_V4, ...PRIVATE_V6, ...clusterRanges]);
  const found = nodes.flatMap(rangesOf).filter((range) => !isWithin(range, privateList));
  const closed = distinct([...PRIVATE_V4, ...PRIVATE_V6, ...clusterRanges, ...found]);
  return {
    dns: distinct([...dnsAddresses, ...dnsServices.flatMap(addressesOf).map(rangeOf)]),
    closed: {
      v4: closed.filter((range) => !range.includes(':')),
      v6: closed.filter((range) => range.includes(':')),
    },
  };
}

/** Whether the text is a CIDR range as NetworkPolicies accept it, such as 10.0.0.0/8. */
export function isRange(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const family = isIP(address);
  return (
    family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
  );
}

/** Whether pods reach the cluster's DNS through this Service, whatever its name. */
export function isDnsService({ metadata }: Service): boolean {
  return metadata.namespace === 'kube-system';
}

function addressesOf({ spec }: Service): string[] {
  return [...(spec?.clusterIPs ?? []), spec?.clusterIP ?? ''].filter((address) => isIP(address) !== 0);
}

function rangesOf({ spec, status }: KeptNode): string[] {
  const addresses = (status?.addresses ?? []).map(({ address }) => address);
  const hosts = addresses.filter((address) => isIP(address) !== 0).map(rangeOf);
  return [...hosts, ...(spec?.podCIDRs ?? []).filter(isRange)];
}

function rangeOf(address: string): string {
  return `${address}/${isIP(address) === 4 ? 32 : 128}`;
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** Checks only the first address: ranges of a cluster do not cross the borders of private ones. */
function isWithin(range: string, list: BlockList): boolean {
  const [address = ''] = range.split('/');
  return list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

function distinct(ranges: readonly string[]): string[] {
  return [...new Set(ranges)].sort();
}
