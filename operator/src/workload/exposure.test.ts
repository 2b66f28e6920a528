import { describe, expect, it } from '@jest/globals';
import { findCondition } from '@gpulease/kube';
import type { Service } from '@gpulease/kube';
import { aScope, aWorkload, anInstance, funded, minutesAgo } from '../testing/scope.ts';
import { observe } from './observe.ts';
import { refusedAddress } from './exposure.ts';
import { buildStatus } from './status.ts';
import type { Scope } from './scope.ts';

const FIRST = '203.0.113.7';
const SECOND = '203.0.113.8';
const NOBODYS = '198.51.100.1';
const BALANCERS = '192.0.2.10';

interface Case {
  /** Absent: the region opens node ports under its two addresses. */
  isBalanced?: boolean;
  balancer?: { ip?: string; hostname?: string };
  chosen?: string;
  former?: string;
}

function exposed({ isBalanced = false, balancer, chosen, former }: Case): Scope {
  const type = isBalanced ? 'LoadBalancer' : 'NodePort';
  const status = {
    phase: 'Running' as const,
    conditions: [funded],
    placed: { node: 'gpu-1', at: minutesAgo(31) },
    ...(former === undefined ? {} : { address: former }),
  };
  const exposure = { type, addresses: [FIRST, SECOND] };
  const service = {
    spec: { type, ports: [{ name: 'ssh', port: 22, targetPort: 22, nodePort: 30_022 }] },
    status: { loadBalancer: balancer === undefined ? {} : { ingress: [balancer] } },
  };
  return aScope(aWorkload(chosen === undefined ? {} : { placement: { address: chosen } }, status), {
    region: { metadata: { name: 'east' }, spec: { state: 'Active', exposure } } as Scope['region'],
    machine: readyInstance(),
    service: service as unknown as Service,
  });
}

function readyInstance(): Scope['machine'] {
  const instance = anInstance({ Running: 30 });
  const conditions = [{ type: 'Ready', status: 'True' }];
  return { ...instance, status: { ...instance.status, conditions } };
}

function statusOf(scope: Scope) {
  const attempt = {};
  return buildStatus(scope, { attempt, observed: observe(scope, attempt), outcome: undefined });
}

const addresses: [what: string, given: Case, address: string | undefined, refused: string | undefined][] = [
  ["the region's first address", {}, FIRST, undefined],
  ['the address that was chosen', { chosen: SECOND }, SECOND, undefined],
  ['the first address in place of one that the region lacks', { chosen: NOBODYS }, FIRST, 'not one of'],
  [
    'the address of before in place of one it lacks',
    { chosen: NOBODYS, former: SECOND },
    SECOND,
    'not one of',
  ],
  [
    'the first address when it has lost the one of before, too',
    { chosen: NOBODYS, former: '203.0.113.9' },
    FIRST,
    'not one of',
  ],
  ["a load balancer's address", { isBalanced: true, balancer: { ip: BALANCERS } }, BALANCERS, undefined],
  [
    "a load balancer's name",
    { isBalanced: true, balancer: { hostname: 'lb.example' } },
    'lb.example',
    undefined,
  ],
  ['no address before the load balancer gives one', { isBalanced: true }, undefined, undefined],
  [
    'no chosen address in place of it',
    { isBalanced: true, chosen: FIRST },
    undefined,
    'load balancer gives every machine its address',
  ],
  [
    'the address of the load balancer that it has, when that is chosen',
    { isBalanced: true, balancer: { ip: BALANCERS }, chosen: BALANCERS },
    BALANCERS,
    undefined,
  ],
];

describe('the address of a machine', () => {
  it.each(addresses)('is %s', (_, given, address, refused) => {
    const scope = exposed(given);
    expect(statusOf(scope).address).toBe(address);
    if (refused === undefined) expect(refusedAddress(scope)).toBeUndefined();
    else expect(refusedAddress(scope)?.message).toContain(refused);
  });

  it.each<[what: string, given: Case, status: 'True' | 'False', reason: string]>([
    ["once it has the region's", {}, 'True', 'Reachable'],
    ['not before the load balancer gives one', { isBalanced: true }, 'False', 'NotExposed'],
    ['once it does', { isBalanced: true, balancer: { ip: BALANCERS } }, 'True', 'Reachable'],
  ])('makes it reachable: %s', (_, given, status, reason) => {
    const { conditions } = statusOf(exposed(given));
    expect(findCondition(conditions, 'Reachable')).toMatchObject({ status, reason });
    expect(findCondition(conditions, 'Ready')?.status).toBe(status);
  });
});
