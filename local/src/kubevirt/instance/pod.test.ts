import { describe, expect, it } from '@jest/globals';
import { a100, instance, virtualMachine } from '../testing/objects.ts';
import { labelValue, launcherPod, podResources } from './pod.ts';

describe('the pod of an instance', () => {
  it("requests the machine's CPU, memory and GPUs, and KubeVirt's overhead", () => {
    const { spec } = virtualMachine('vm', { gpus: 2 }).spec.template;
    // 8192 for the guest; 360 and 8 per CPU; 16 for page tables; 1024 for passthrough.
    expect(podResources(spec!, 1)).toEqual({
      requests: { cpu: '4', memory: '9624Mi', 'ephemeral-storage': '50M' },
      limits: { cpu: '4', memory: '9624Mi', [a100]: '2' },
    });
  });

  it('multiplies the overhead by the ratio configured in KubeVirt', () => {
    const { spec } = virtualMachine('vm', { gpus: 2 }).spec.template;
    // 8192 for the guest, and one and a half times the 1432 above.
    expect(podResources(spec!, 1.5)).toMatchObject({
      requests: { memory: '10340Mi' },
      limits: { memory: '10340Mi' },
    });
  });

  it("is restricted to the instance's nodes that run machines", () => {
    const placed = instance();
    const affinity = { nodeAffinity: {} };
    placed.spec = { ...placed.spec, nodeSelector: { zone: 'a' }, architecture: 'arm64', affinity };
    expect(launcherPod(placed, { isUnschedulable: false, overheadRatio: 1 }).spec).toMatchObject({
      nodeSelector: {
        zone: 'a',
        'kubevirt.io/schedulable': 'true',
        'machine-type.node.kubevirt.io/virt': 'true',
        'kubernetes.io/arch': 'arm64',
      },
      affinity,
    });
  });

  it('has a container that logs the console if the instance requests it', () => {
    const beside = (logSerialConsole: boolean) => {
      const { spec, ...rest } = instance();
      const { domain } = spec;
      const devices = { ...domain.devices, logSerialConsole };
      const logged = { ...rest, spec: { ...spec, domain: { ...domain, devices } } };
      const pod = launcherPod(logged, { isUnschedulable: false, overheadRatio: 1 });
      return pod.spec?.initContainers?.map(({ name, restartPolicy }) => ({ name, restartPolicy }));
    };
    expect(beside(true)).toEqual([{ name: 'guest-console-log', restartPolicy: 'Always' }]);
    expect(beside(false)).toBeUndefined();
  });

  it('selects nodes of its machine type, q35 by default on amd64', () => {
    const selected = (machine?: { type: string }) => {
      const placed = instance();
      placed.spec = { ...placed.spec, domain: { ...placed.spec.domain, ...(machine && { machine }) } };
      return launcherPod(placed, { isUnschedulable: false, overheadRatio: 1 }).spec?.nodeSelector;
    };
    expect(selected()).toHaveProperty(['machine-type.node.kubevirt.io/q35'], 'true');
    expect(selected({ type: 'pc-q35-9.2' })).toHaveProperty(
      ['machine-type.node.kubevirt.io/pc-q35-9.2'],
      'true',
    );
  });

  it('has the priority and tolerations of the instance', () => {
    const placed = instance();
    const tolerations = [{ key: 'nvidia.com/gpu', operator: 'Exists' as const }];
    placed.spec = { ...placed.spec, priorityClassName: 'gpulease-machine', tolerations };
    const { spec } = launcherPod(placed, { isUnschedulable: false, overheadRatio: 1 });
    expect(spec).toMatchObject({ priorityClassName: 'gpulease-machine', tolerations });
  });

  it('has a stable name per instance', () => {
    const nameFor = (uid: string) =>
      launcherPod(instance({ uid }), { isUnschedulable: false, overheadRatio: 1 }).metadata.name;
    expect(nameFor('a')).toBe(nameFor('a'));
    expect(nameFor('a')).not.toBe(nameFor('b'));
  });

  it('truncates names too long for a label, and keeps them distinct', () => {
    const name = 'x'.repeat(70);
    expect(labelValue('short')).toBe('short');
    expect(labelValue(name)).toHaveLength(63);
    expect(labelValue(`${name}1`)).not.toBe(labelValue(`${name}2`));
  });
});
