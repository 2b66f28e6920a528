import { phaseOf } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { findCondition, type Service } from '@gpulease/kube';
import { aScope, aWorkload, anInstance, funded, minutesAgo } from '../../testing/scope.ts';
import { observe } from '../decide/observe.ts';
import { refusedAddress } from './exposure.ts';
import { buildStatus } from '../status/status.ts';
import type { Scope } from '../scope.ts';
import { transition } from '../decide/transition.ts';

const FIRST = '203.0.113.7';
const SECOND = '203.0.113.8';
const NOBODYS = '198.51.100.1';
const BALANCERS = '192.0.2.10';

interface Case {
  /** If undefined, the region opens node ports under its two addresses. */
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
    machine: anAnsweringInstance(true),
    service: service as unknown as Service,
  });
}

function anAnsweringInstance(isAnswering: boolean): Scope['machine'] {
  const instance = anInstance({ Running: 30 });
  const conditions = isAnswering
    ? [{ type: 'Ready', status: 'True' }]
    : [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady' }];
  return { ...instance, status: { ...instance.status, conditions } };
}

function statusOf(scope: Scope) {
  const observed = observe(scope);
  return buildStatus(scope, { observed, transition: transition(phaseOf(scope.workload), observed) });
}

const addresses: [what: string, given: Case, address: string | undefined, refused: string | undefined][] = [
  ["the region's first address", {}, FIRST, undefined],
  ['the chosen address', { chosen: SECOND }, SECOND, undefined],
  ['the first address if the region lacks the chosen one', { chosen: NOBODYS }, FIRST, 'not one of'],
  [
    'the previous address if the region lacks the chosen one',
    { chosen: NOBODYS, former: SECOND },
    SECOND,
    'not one of',
  ],
  [
    'the first address if the region lacks the previous one, too',
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
  ['no address before the load balancer has one', { isBalanced: true }, undefined, undefined],
  [
    'no chosen address behind a load balancer',
    { isBalanced: true, chosen: FIRST },
    undefined,
    'load balancer assigns the addresses',
  ],
  [
    'the address of the load balancer if that is the chosen one',
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
    ['not before the load balancer has one', { isBalanced: true }, 'False', 'NotExposed'],
    ['once it does', { isBalanced: true, balancer: { ip: BALANCERS } }, 'True', 'Reachable'],
  ])('makes it reachable: %s', (_, given, status, reason) => {
    const { conditions } = statusOf(exposed(given));
    expect(findCondition(conditions, 'Reachable')).toMatchObject({ status, reason });
    expect(findCondition(conditions, 'Ready')?.status).toBe(status);
  });
});

describe('a machine whose guest does not answer', () => {
  const silent = (changes: Partial<Scope> = {}): Scope => ({
    ...exposed({}),
    machine: anAnsweringInstance(false),
    ...changes,
  });

  it.each([
    ['Linux', 'SSH'],
    ['Windows', 'Remote Desktop'],
  ] as const)('runs on and says so: %s', (osType, service) => {
    const spec = { osType, source: { registry: { url: 'docker://image' } } };
    const image = { metadata: {}, spec } as unknown as Scope['image'];
    const { phase, reason, message, runs, conditions } = statusOf(silent({ image }));
    expect({ phase, reason }).toEqual({ phase: 'Running', reason: 'GuestNotReady' });
    expect(message).toContain(`does not answer over ${service}`);
    expect(runs).toEqual([{ id: 'vmi-1', startedAt: expect.any(String) }]);
    expect(findCondition(conditions, 'Running')?.status).toBe('True');
    for (const type of ['Reachable', 'Ready']) {
      expect(findCondition(conditions, type)).toMatchObject({ status: 'False', reason: 'GuestNotReady' });
    }
  });

  const ingress = { spec: { rules: [{ host: 'web.example' }] } } as Scope['ingress'];
  const url = 'http://web.example';
  const secured = { spec: { ...ingress?.spec, tls: [{ hosts: ['web.example'] }] } } as Scope['ingress'];
  const withStatus = (scope: Scope, status: object): Scope => ({
    ...scope,
    workload: { ...scope.workload, status: { ...scope.workload.status, ...status } },
  });

  it.each<[what: string, scope: Scope, shown: string | undefined]>([
    ['is not shown before it has answered', silent({ ingress }), undefined],
    ['is shown once it answers', { ...exposed({}), ingress }, url],
    ['uses HTTPS with its region', { ...exposed({}), ingress: secured }, 'https://web.example'],
    [
      'uses HTTPS even if it does not answer',
      withStatus(silent({ ingress: secured }), { url }),
      'https://web.example',
    ],
    ['stays if it stops answering', withStatus(silent({ ingress }), { url }), url],
    [
      'disappears when it stops',
      withStatus({ ...exposed({}), ingress, machine: undefined }, { url, phase: 'Stopping' }),
      undefined,
    ],
    [
      'changes with the host only once it answers',
      withStatus(silent({ ingress }), { url: 'http://old.example' }),
      undefined,
    ],
  ])('has a web address that %s', (_, scope, shown) => {
    expect(statusOf(scope).url).toBe(shown);
  });
});
