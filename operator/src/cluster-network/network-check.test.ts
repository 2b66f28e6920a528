import { describe, expect, it } from '@jest/globals';
import type { Pod } from '@gpulease/kube';
import { nextCheckMs } from './network-check-controller.ts';
import { networkPoliciesEnforced, portsToTry } from './network-policies-enforced.ts';

const ports = [
  { name: 'http', containerPort: 8080 },
  { name: 'ops', containerPort: 8081 },
];

interface Portal {
  podIP?: string;
  ready?: 'True' | 'False';
  deletionTimestamp?: string;
}

function portal(name: string, { podIP = '10.1.0.7', ready = 'True', ...metadata }: Portal = {}): Pod {
  return {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, ...metadata } },
    spec: { containers: [{ name: 'bff', ports }] },
    status: { podIP, conditions: [{ type: 'Ready', status: ready }] },
  };
}

describe('the ports that show whether NetworkPolicies are enforced', () => {
  it('are those of the first ready pod', () => {
    const found = portsToTry([
      portal('starting', { ready: 'False' }),
      portal('going', { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      portal('ready'),
    ]);
    expect(found).toEqual({
      pod: 'ready',
      open: 'http://10.1.0.7:8080/',
      closed: 'http://10.1.0.7:8081/livez',
    });
  });

  it('may have an IPv6 address', () => {
    expect(portsToTry([portal('six', { podIP: 'fd00::7' })])?.open).toBe('http://[fd00::7]:8080/');
  });

  it('are undefined while no pod is ready', () => {
    expect(portsToTry([])).toBeUndefined();
    expect(portsToTry([portal('starting', { ready: 'False' })])).toBeUndefined();
  });
});

describe('the condition NetworkPoliciesEnforced', () => {
  it.each([
    ['is True if only the open port answers', { open: true, closed: false }, 'True NetworkPoliciesEnforced'],
    [
      'is False when the closed port answers',
      { open: true, closed: true },
      'False NetworkPoliciesNotEnforced',
    ],
    [
      'is False even if only the closed port answers',
      { open: false, closed: true },
      'False NetworkPoliciesNotEnforced',
    ],
    [
      'is Unknown when neither port answers',
      { open: false, closed: false },
      'Unknown NetworkPoliciesNotChecked',
    ],
    ['is Unknown before the first check', undefined, 'Unknown NetworkPoliciesNotChecked'],
  ])('%s', (_, answered, wanted) => {
    const [status, reason] = wanted.split(' ');
    expect(networkPoliciesEnforced(answered && { pod: 'portal-1', ...answered })).toMatchObject({
      ...{ type: 'NetworkPoliciesEnforced', status, reason },
    });
  });
});

it('checks every ten minutes, and sooner while the result is unknown', () => {
  const seconds = [0, 1, 2, 3, 4, 5, 50].map((unknownLooks) => nextCheckMs(unknownLooks, () => 1) / 1000);
  expect(seconds).toEqual([600, 5, 10, 20, 40, 60, 60]);
});
