import { labels } from '@gpulease/crds';
import type { VirtualMachine } from '@gpulease/kube/kubevirt';
import type { KeptDisk, KeptVirtualMachine } from '../kept/kept.ts';
import { buildSecret, digestOf } from './cloud-init.ts';
import { storageSpec } from './disk-storage.ts';
import { guestSpec } from './guest.ts';
import { childMetadata, type DiskTemplate, type Machine } from './machine.ts';
import { rootDiskName } from './names.ts';

/** The operating system that a VirtualMachine was made for, even if its image changes later. */
export const OS_TYPE_ANNOTATION = 'gpulease.dev/os-type';

/** Digest of the machine's Secret as last written. */
export const SECRET_ANNOTATION = 'gpulease.dev/secret';

/** The runStrategy of a machine that is switched on. */
export const RUNNING = 'RerunOnFailure';

/** The runStrategy of a machine that is switched off. */
export const HALTED = 'Halted';

/** Builds the VirtualMachine, switched on. KubeVirt restarts it after a crash, but not after its guest powers off. */
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

/** KubeVirt copies these labels to the instance and its pod, where Prometheus finds the machine by them. */
function podLabels({ labels: own, gpuMetricsPort }: Machine): Record<string, string> {
  if (gpuMetricsPort === undefined) return own;
  return { ...own, [labels.gpuMetricsPort]: String(gpuMetricsPort) };
}

/** Returns the GPU metrics port that a machine was made with. */
export function gpuMetricsPortOf({ spec }: Pick<VirtualMachine, 'spec'>): number | undefined {
  const port = spec.template.metadata?.labels?.[labels.gpuMetricsPort];
  return port === undefined ? undefined : Number(port);
}

/** A clone of the image, so that the disk survives stops of the machine. Its claim gets the same labels. */
function rootDiskTemplate({ name, labels: own, image, disk, storage }: Machine): DiskTemplate {
  return {
    metadata: { name: rootDiskName(name), labels: own },
    spec: {
      sourceRef: { kind: 'DataSource', ...image.dataSource },
      storage: storageSpec(disk, storage),
    },
  };
}

/** Returns the node that a machine was last made for. */
export function nodeOfMachine({ spec }: Pick<VirtualMachine, 'spec'>): string | undefined {
  const required = spec.template.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required?.nodeSelectorTerms[0]?.matchFields?.[0]?.values?.[0];
}

/**
 * Returns whether the machine is switched off and KubeVirt's status confirms it. Until then KubeVirt may create another
 * instance. A machine must not be switched on before that either: KubeVirt starts it only if its runStrategy differs from
 * the last one that it saw, so the machine would stay off. `disk` is its root disk.
 */
export function isOff({ spec, status }: KeptVirtualMachine, disk: KeptDisk | undefined): boolean {
  if (spec.runStrategy !== HALTED || status?.created === true) return false;
  // KubeVirt has just created an instance that it does not see yet.
  if (status?.printableStatus === 'Starting') return false;
  const noted = status?.runStrategy ?? '';
  return noted === HALTED || (noted === '' && isNotBegun(status, disk));
}

/** Phases of a disk in which KubeVirt creates an instance. */
const STARTABLE_DISK = ['Succeeded', 'WaitForFirstConsumer', 'PendingPopulation'];

/**
 * KubeVirt records no runStrategy before it has seen a first instance, which may already be starting. None is starting
 * while there is no disk to start from, or once KubeVirt reports the machine as stopped.
 */
function isNotBegun(status: KeptVirtualMachine['status'], disk: KeptDisk | undefined): boolean {
  if (!STARTABLE_DISK.includes(disk?.status?.phase ?? '')) return true;
  const isRefused = status?.conditions?.some((one) => one.type === 'Failure' && one.status === 'True');
  // A machine whose start was refused is stopped too, but KubeVirt is about to retry.
  return status?.printableStatus === 'Stopped' && isRefused !== true;
}

/** Returns whether KubeVirt is about to start the machine; it requests a start itself after a crash. */
export function isStartRequested({ status }: KeptVirtualMachine): boolean {
  return status?.stateChangeRequests?.some(({ action }) => action === 'Start') ?? false;
}

/** Returns whether KubeVirt leaves a switched-on machine stopped: its guest shut down, or a start failed. */
export function isLeftStopped(virtualMachine: KeptVirtualMachine): boolean {
  const { metadata, spec, status } = virtualMachine;
  if (metadata.deletionTimestamp !== undefined || spec.runStrategy !== RUNNING) return false;
  if (status?.runStrategy !== RUNNING || status.created === true) return false;
  return status.printableStatus === 'Stopped' && !isStartRequested(virtualMachine);
}
