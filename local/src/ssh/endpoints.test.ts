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

describe('the ports at which SSH is served', () => {
  it.each([
    ['the NodePort of port 22', service({ selector, ports: [sshPort] }), running, [30_022]],
    ['no port of a machine that does not run', service({ selector, ports: [sshPort] }), instance(), []],
    ['no port of other pods', service({ selector: { machine: 'b' }, ports: [sshPort] }), running, []],
    ['no port of another namespace', service({ selector, ports: [sshPort] }, 'other'), running, []],
    ['no port of a Service that selects nothing', service({ ports: [sshPort] }), running, []],
    [
      'no port that leads elsewhere',
      service({ selector, ports: [{ port: 80, nodePort: 30_080 }] }),
      running,
      [],
    ],
    ['no UDP port', service({ selector, ports: [{ ...sshPort, protocol: 'UDP' }] }), running, []],
    ['no port without a NodePort', service({ selector, ports: [{ port: 22 }] }), running, []],
  ])('%s', (_name, wanted, owner, ports) => {
    const endpoints = sshEndpoints({ services: [wanted], pods: [pod], instances: [owner] });
    expect(endpoints.map(({ port }) => port)).toEqual(ports);
  });
});
