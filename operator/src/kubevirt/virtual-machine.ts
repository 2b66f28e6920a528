import { labels } from '@gpulease/crds';
import type { VirtualMachine } from '@gpulease/kube/kubevirt';
import type { KeptDisk, KeptVirtualMachine } from '../kept/kept.ts';
import { buildSecret, digestOf } from './cloud-init.ts';
import { storageSpec } from './disk-storage.ts';
import { guestSpec } from './guest.ts';
import { childMetadata, type DiskTemplate, type Machine } from './machine.ts';
import { rootDiskName } from './names.ts';

/** Where a VirtualMachine says which operating system it was made for, however its image changes later. */
export const OS_TYPE_ANNOTATION = 'gpulease.dev/os-type';

/** What the machine's Secret was last written with, as a digest. */
export const SECRET_ANNOTATION = 'gpulease.dev/secret';

/** The runStrategy of a machine that is switched on. */
export const RUNNING = 'RerunOnFailure';

/** The runStrategy of a machine that is switched off. */
export const HALTED = 'Halted';

/** The VirtualMachine, switched on. KubeVirt starts it again when it crashes, not when its guest powers it off. */
export function buildVirtualMachine(machine: Machine, secret = buildSecret(machine)): VirtualMachine {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: {
      ...childMetadata(machine),
      annotations: {
        [OS_TYPE_ANNOTATION]: machine.image.osType,
        ...(secret && { [SECRET_ANNOTATION]: digestOf(secret) }),
      },
    },
    spec: {
      runStrategy: RUNNING,
      dataVolumeTemplates: [machine.diskTemplate ?? rootDiskTemplate(machine)],
      template: { metadata: { labels: podLabels(machine) }, spec: guestSpec(machine) },
    },
  };
}

/** KubeVirt gives them to the instance and its pod, by which Prometheus finds the machine. */
function podLabels({ labels: own, gpuMetricsPort }: Machine): Record<string, string> {
  if (gpuMetricsPort === undefined) return own;
  return { ...own, [labels.gpuMetricsPort]: String(gpuMetricsPort) };
}

/** The port that a machine was made with. */
export function gpuMetricsPortOf({ spec }: Pick<VirtualMachine, 'spec'>): number | undefined {
  const port = spec.template.metadata?.labels?.[labels.gpuMetricsPort];
  return port === undefined ? undefined : Number(port);
}

/** Clones the image, so that the disk outlives every stop of the machine. Its claim has the same labels. */
function rootDiskTemplate({ name, labels: own, image, disk, storage }: Machine): DiskTemplate {
  return {
    metadata: { name: rootDiskName(name), labels: own },
    spec: {
      sourceRef: { kind: 'DataSource', ...image.dataSource },
      storage: storageSpec(disk, storage),
    },
  };
}

/** The node a machine was last made for. */
export function nodeOfMachine({ spec }: Pick<VirtualMachine, 'spec'>): string | undefined {
  const required = spec.template.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required?.nodeSelectorTerms[0]?.matchFields?.[0]?.values?.[0];
}

/**
 * Whether the machine is switched off and KubeVirt has seen it off, as it says in the status. Before that it may make one more
 * instance; and as it starts a machine because its runStrategy differs from the one that it saw last, a machine that is
 * switched on again before that stays off for good. `disk` is its root disk.
 */
export function isOff({ spec, status }: KeptVirtualMachine, disk: KeptDisk | undefined): boolean {
  if (spec.runStrategy !== HALTED || status?.created === true) return false;
  // It has just asked for an instance that it does not see yet.
  if (status?.printableStatus === 'Starting') return false;
  const noted = status?.runStrategy ?? '';
  return noted === HALTED || (noted === '' && isNotBegun(status, disk));
}

/** What a disk has to be for KubeVirt to make an instance. */
const STARTABLE_DISK = ['Succeeded', 'WaitForFirstConsumer', 'PendingPopulation'];

/**
 * KubeVirt notes no runStrategy before it has seen a first instance, which may already be on its way. None is as long as
 * there is no disk to start from, or once it says that the machine is stopped.
 */
function isNotBegun(status: KeptVirtualMachine['status'], disk: KeptDisk | undefined): boolean {
  if (!STARTABLE_DISK.includes(disk?.status?.phase ?? '')) return true;
  const isRefused = status?.conditions?.some((one) => one.type === 'Failure' && one.status === 'True');
  // After a refusal it is stopped too, and about to be tried again.
  return status?.printableStatus === 'Stopped' && isRefused !== true;
}

/** Whether KubeVirt is about to start the machine: it asks itself for that after a crash. */
export function isStartAsked({ status }: KeptVirtualMachine): boolean {
  return status?.stateChangeRequests?.some(({ action }) => action === 'Start') ?? false;
}

/** Whether KubeVirt leaves it stopped though it is switched on: its guest has shut it down, or a start came to nothing. */
export function isLeftStopped(virtualMachine: KeptVirtualMachine): boolean {
  const { metadata, spec, status } = virtualMachine;
  if (metadata.deletionTimestamp !== undefined || spec.runStrategy !== RUNNING) return false;
  if (status?.runStrategy !== RUNNING || status.created === true) return false;
  return status.printableStatus === 'Stopped' && !isStartAsked(virtualMachine);
}
