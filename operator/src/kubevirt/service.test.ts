import { describe, expect, it } from '@jest/globals';
import { buildIngress } from './ingress.ts';
import { buildNetworkPolicy, needsNetworkPolicy } from './network-policy.ts';
import { buildService, buildWebService, type Exposure } from './service.ts';

const identity = {
  name: 'train-0a1b2c3d',
  namespace: 'u-1',
  labels: { 'gpulease.dev/workload': 'train' },
  selector: { 'gpulease.dev/workload': 'train' },
  owner: { apiVersion: 'gpulease.dev/v1alpha1', kind: 'Workload', name: 'train', uid: 'uid-1' },
};

function anExposure(changes: Partial<Exposure> = {}): Exposure {
  return {
    type: 'NodePort',
    access: 'ssh',
    ports: [{ name: 'web', protocol: 'TCP', port: 8080, targetPort: 80 }],
    ...changes,
  };
}

describe('buildService', () => {
  it('exposes SSH and every mapped port of the machine', () => {
    expect(buildService(identity, anExposure()).spec).toEqual({
      type: 'NodePort',
      selector: identity.selector,
      ports: [
        { name: 'ssh', protocol: 'TCP', port: 22, targetPort: 22 },
        { name: 'web', protocol: 'TCP', port: 8080, targetPort: 80 },
      ],
      publishNotReadyAddresses: true,
    });
  });

  it('uses the sign-in port that the admin chose', () => {
    expect(buildService(identity, anExposure({ accessPort: 30022 })).spec?.ports?.[0]?.nodePort).toBe(30022);
  });

  it('keeps the former ports of the machine, except one that the admin chose', () => {
    const formerPorts = { 'TCP/22': 30_113, 'TCP/80': 30_080 };
    const portsOf = (changes: Partial<Exposure>) =>
      buildService(identity, anExposure({ formerPorts, ...changes })).spec?.ports?.map(
        (port) => port.nodePort,
      );
    expect(portsOf({})).toEqual([30_113, 30_080]);
    expect(portsOf({ accessPort: 30_022 })).toEqual([30_022, 30_080]);
  });

  it('uses that port at a load balancer, too', () => {
    const spec = buildService(identity, anExposure({ type: 'LoadBalancer', accessPort: 2200 })).spec;
    expect(spec?.allocateLoadBalancerNodePorts).toBe(false);
    expect(spec?.ports?.[0]).toEqual({ name: 'ssh', protocol: 'TCP', port: 2200, targetPort: 22 });
  });

  it('lets the user map port 22 to something else without losing SSH', () => {
    const ports = [{ protocol: 'TCP' as const, port: 22, targetPort: 2222 }];
    expect(buildService(identity, anExposure({ ports })).spec?.ports).toEqual([
      { name: 'ssh', protocol: 'TCP', port: 23, targetPort: 22 },
      { name: '22-tcp', protocol: 'TCP', port: 22, targetPort: 2222 },
    ]);
  });

  it('exposes Remote Desktop instead of SSH', () => {
    expect(buildService(identity, anExposure({ access: 'rdp', ports: [] })).spec?.ports).toEqual([
      { name: 'rdp', protocol: 'TCP', port: 3389, targetPort: 3389 },
    ]);
  });

  it('gives an unnamed port a name that no user can choose', () => {
    const ports = [
      { protocol: 'TCP' as const, port: 80, targetPort: 80 },
      { name: 'tcp-80', protocol: 'TCP' as const, port: 8080, targetPort: 80 },
      { protocol: 'UDP' as const, port: 80, targetPort: 80 },
    ];
    const names = buildService(identity, anExposure({ ports })).spec?.ports?.map(({ name }) => name);
    expect(names).toEqual(['ssh', '80-tcp', 'tcp-80', '80-udp']);
  });

  it('takes no node port for the HTTP host, which has its own Service inside the cluster', () => {
    const names = buildService(identity, anExposure({ ports: [], httpTargetPort: 3000 })).spec?.ports;
    expect(names?.map(({ name }) => name)).toEqual(['ssh']);
    const web = buildWebService(identity, 3000);
    expect(web.metadata.name).toBe('train-0a1b2c3d-http');
    expect(web.spec).toMatchObject({
      type: 'ClusterIP',
      ports: [{ name: 'http-host', protocol: 'TCP', port: 80, targetPort: 3000 }],
    });
  });
});

describe('buildNetworkPolicy', () => {
  const prometheus = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } };

  it('opens the GPU metrics port to Prometheus alone', () => {
    const exposure = anExposure({ ports: [], gpuMetricsPort: 9400 });
    const ssh = { ports: [{ protocol: 'TCP', port: 22 }] };
    const measures = { from: [prometheus], ports: [{ protocol: 'TCP', port: 9400 }] };
    expect(buildNetworkPolicy(identity, exposure, [prometheus]).spec?.ingress).toEqual([ssh, measures]);
    expect(buildNetworkPolicy(identity, exposure, []).spec?.ingress).toEqual([ssh]);
  });

  it("opens only the guest's ports, without duplicates", () => {
    const exposure = anExposure({ httpTargetPort: 80 });
    expect(buildNetworkPolicy(identity, exposure, [prometheus]).spec).toEqual({
      podSelector: { matchLabels: identity.selector },
      policyTypes: ['Ingress'],
      ingress: [
        {
          ports: [
            { protocol: 'TCP', port: 22 },
            { protocol: 'TCP', port: 80 },
          ],
        },
      ],
    });
  });
});

describe('needsNetworkPolicy', () => {
  it.each<[what: string, exposure: Partial<Exposure>, isNeeded: boolean]>([
    ['is accessed by SSH', {}, false],
    [
      'maps another port to its SSH server',
      { ports: [{ protocol: 'TCP', port: 2222, targetPort: 22 }] },
      false,
    ],
    ['maps another port', { ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }] }, true],
    ['maps the same port number of UDP', { ports: [{ protocol: 'UDP', port: 22, targetPort: 22 }] }, true],
    ['serves an HTTP host', { httpTargetPort: 8080 }, true],
    ['serves GPU metrics', { gpuMetricsPort: 9400 }, true],
    ['is accessed by Remote Desktop', { access: 'rdp' }, true],
  ])('of a machine that %s', (_, exposure, isNeeded) => {
    expect(needsNetworkPolicy(anExposure({ ports: [], ...exposure }))).toBe(isNeeded);
  });
});

describe('access to Windows', () => {
  it('is open for Remote Desktop and closed for SSH', () => {
    const policy = buildNetworkPolicy(identity, anExposure({ access: 'rdp', ports: [] }), []);
    expect(policy.spec?.ingress).toEqual([{ ports: [{ protocol: 'TCP', port: 3389 }] }]);
  });
});

describe('buildIngress', () => {
  it("routes the host to the Service's HTTP port", () => {
    const ingress = buildIngress(identity, 'train.example.com', {
      domain: 'example.com',
      ingressClassName: 'nginx',
    });
    expect(ingress.spec).toMatchObject({
      ingressClassName: 'nginx',
      tls: [],
      rules: [
        {
          host: 'train.example.com',
          http: {
            paths: [{ backend: { service: { name: 'train-0a1b2c3d-http', port: { name: 'http-host' } } } }],
          },
        },
      ],
    });
  });

  it('leaves the certificate of a region with HTTPS to the ingress controller', () => {
    const { spec } = buildIngress(identity, 'train.example.com', { domain: 'example.com', scheme: 'HTTPS' });
    expect(spec?.tls).toEqual([{ hosts: ['train.example.com'] }]);
  });
});
