import { describe, expect, it } from '@jest/globals';
import type { Service } from '@gpulease/kube';
import { instance, runningPod } from '../kubevirt/testing/objects.ts';
import { sshEndpoints } from './endpoints.ts';

const pod = runningPod();
pod.metadata.labels = { 'kubevirt.io/created-by': 'instance-1', machine: 'vm' };
const running = { ...instance(), status: { phase: 'Running' } };
const sshPort = { port: 2222, targetPort: 22, nodePort: 30_022 };

function service(spec: Service['spec'], namespace = 'default'): Service {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'vm', namespace }, spec: spec ?? {} };
}

const selector = { machine: 'vm' };

describe('the ports that serve SSH', () => {
  it.each([
    ['include the NodePort of port 22', service({ selector, ports: [sshPort] }), running, [30_022]],
    ['exclude a stopped machine', service({ selector, ports: [sshPort] }), instance(), []],
    ['exclude other pods', service({ selector: { machine: 'b' }, ports: [sshPort] }), running, []],
    ['exclude other namespaces', service({ selector, ports: [sshPort] }, 'other'), running, []],
    ['exclude a Service without a selector', service({ ports: [sshPort] }), running, []],
    [
      'exclude other target ports',
      service({ selector, ports: [{ port: 80, nodePort: 30_080 }] }),
      running,
      [],
    ],
    ['exclude UDP ports', service({ selector, ports: [{ ...sshPort, protocol: 'UDP' }] }), running, []],
    ['exclude ports without a NodePort', service({ selector, ports: [{ port: 22 }] }), running, []],
  ])('%s', (_name, wanted, owner, ports) => {
    const endpoints = sshEndpoints({ services: [wanted], pods: [pod], instances: [owner] });
    expect(endpoints.map(({ port }) => port)).toEqual(ports);
  });
});
