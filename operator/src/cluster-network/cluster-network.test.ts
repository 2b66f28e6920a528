import { describe, expect, it } from '@jest/globals';
import type { Node, Service } from '@gpulease/kube';
import { clusterNetwork, isRange } from './cluster-network.ts';

const none = { dnsAddresses: [], clusterRanges: [] };

function aNode(addresses: string[], podCIDRs: string[] = []): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'node' },
    spec: { podCIDRs },
    status: { addresses: addresses.map((address) => ({ type: 'InternalIP', address })) },
  };
}

describe('the part of a cluster that machines can reach', () => {
  it('excludes private addresses and the addresses of hosts and pods', () => {
    const nodes = [
      aNode(['203.0.113.7', '10.1.2.3', 'node-1.example'], ['198.51.100.0/24', '10.244.0.0/24']),
      aNode(['2001:db8::7', 'fd00::1'], ['2001:db8:1::/64']),
    ];
    const { v4, v6 } = clusterNetwork(none, nodes, []).closed;
    expect(v4).toEqual(expect.arrayContaining(['10.0.0.0/8', '198.51.100.0/24', '203.0.113.7/32']));
    expect(v4).not.toContain('10.1.2.3/32');
    expect(v4).not.toContain('10.244.0.0/24');
    expect(v6).toEqual(expect.arrayContaining(['2001:db8::7/128', '2001:db8:1::/64', 'fc00::/7']));
    expect(v6).not.toContain('fd00::1/128');
  });

  it('excludes the ranges set in the chart, each listed once', () => {
    const settings = { dnsAddresses: [], clusterRanges: ['203.0.113.0/24', '2001:db8::/32'] };
    const { v4, v6 } = clusterNetwork(settings, [aNode(['203.0.113.7', '2001:db8::7'])], []).closed;
    expect(v4.filter((range) => range.startsWith('203.'))).toEqual(['203.0.113.0/24']);
    expect(v6.filter((range) => range.startsWith('2001:'))).toEqual(['2001:db8::/32']);
  });

  it('excludes private IPv4 addresses mapped by NAT64', () => {
    expect(clusterNetwork(none, [], []).closed.v6).toContain('64:ff9b::a00:0/104');
  });

  it('includes DNS at the addresses set in the chart and those of its Services, of both families', () => {
    const service = { spec: { clusterIP: '10.96.0.10', clusterIPs: ['10.96.0.10', 'fd00::a'] } } as Service;
    const headless = { spec: { clusterIP: 'None' } } as Service;
    const settings = { dnsAddresses: ['169.254.20.10/32'], clusterRanges: [] };
    expect(clusterNetwork(settings, [], [service, headless]).dns).toEqual([
      '10.96.0.10/32',
      '169.254.20.10/32',
      'fd00::a/128',
    ]);
  });
});

it.each([
  ['10.0.0.0/8', true],
  ['fd00::/8', true],
  ['10.0.0.0', false],
  ['10.0.0.0/33', false],
  ['fd00::/129', false],
  ['10.0.0/8', false],
  ['10.0.0.0/8/8', false],
])('%s is a range of addresses: %s', (text, is) => {
  expect(isRange(text)).toBe(is);
});
