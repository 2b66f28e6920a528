import { labels } from '@gpulease/crds';
import { controllerReference } from '@gpulease/kube';
import { resourcesOf, type WorkloadResources } from '@gpulease/placement/resources';
import { tolerationsOn } from '../../compute-node/taints.ts';
import type { Machine, MachineIdentity, MachineImage } from '../../kubevirt/machine.ts';
import { gpuMetricsPortOf, OS_TYPE_ANNOTATION } from '../../kubevirt/virtual-machine.ts';
import { goldenImage } from '../../vm-image/objects.ts';
import { classOf, storageOf, type ClassName } from '../../vm-image/storage-classes.ts';
import { rootDiskSize } from '../disk/root-disk.ts';
import type { Scope } from '../scope.ts';

export function identityOf({ workload, child, tenant }: Scope): MachineIdentity {
  const selector = { [labels.workload]: workload.metadata.name };
  return {
    name: child,
    namespace: workload.metadata.namespace ?? '',
    labels: { ...selector, [labels.tenant]: tenant?.metadata.name ?? '' },
    selector,
    owner: controllerReference(workload),
  };
}

/** Returns the machine that the workload should have; undefined while a prerequisite is unknown. */
export function machineOf(scope: Scope): Machine | undefined {
  const { workload } = scope;
  const resources = resourcesOf(scope);
  const image = imageOf(scope);
  const node = workload.status?.placed?.node;
  if (resources === undefined || image === undefined || node === undefined) return undefined;
  return {
    ...identityOf(scope),
    hostname: workload.metadata.name,
    uid: workload.metadata.uid ?? '',
    node: coreNode(scope, node),
    tolerations: tolerationsOn(scope.computeNode),
    cpu: resources.cpu,
    cpuModel: cpuModelOf(scope, image),
    memory: resources.memory,
    disk: rootDiskSize(scope),
    gpu: gpuOf(scope, resources),
    image,
    gpuMetricsPort: gpuMetricsPort(scope),
    storage: storageOf(scope.region),
    diskTemplate: scope.virtualMachine?.spec.dataVolumeTemplates?.[0],
    ...accessOf(scope),
  };
}

function accessOf(scope: Scope): Pick<Machine, 'sshKeys' | 'userDataSecret'> {
  const { ssh } = scope.workload.spec;
  return { sshKeys: ssh?.authorizedKeys ?? [], userDataSecret: userDataSecretOf(scope) };
}

function coreNode({ computeNode }: Scope, node: string): string {
  return computeNode?.spec.nodeName ?? node;
}

/** Returns the ordered GPUs under their present device name: a new device plugin may have renamed the device. */
function gpuOf({ gpu }: Scope, resources: WorkloadResources): Machine['gpu'] {
  if (resources.gpu === undefined) return undefined;
  const { deviceName, count } = resources.gpu;
  return { deviceName: gpu?.spec.deviceName ?? deviceName, count };
}

/** A machine never leaves its node, so it gets all features of the node's processors; emulated ones cannot be passed through. */
function cpuModelOf({ region, isEmulated }: Scope, { architecture }: MachineImage): string {
  if (architecture === 'arm64') return 'host-passthrough';
  return region?.spec.cpuModel ?? (isEmulated === true ? 'host-model' : 'host-passthrough');
}

/** Returns the image as it was when the machine was first made; later changes in the catalogue do not count. */
export function imageOf({ workload, region, image, virtualMachine }: Scope): MachineImage | undefined {
  return virtualMachine === undefined
    ? imageOfCatalogue(image, classOf(region))
    : imageOfMachine(virtualMachine, workload.status?.sshUser);
}

/** Returns the port from the same image; undefined for a machine without GPUs. */
export function gpuMetricsPort(scope: Scope): number | undefined {
  const { virtualMachine, image } = scope;
  if (virtualMachine !== undefined) return gpuMetricsPortOf(virtualMachine);
  return resourcesOf(scope)?.gpu === undefined ? undefined : image?.spec.gpu?.metricsPort;
}

function imageOfCatalogue(image: Scope['image'], className: ClassName): MachineImage | undefined {
  if (image === undefined) return undefined;
  const { osType, architecture, defaultUser } = image.spec;
  return { osType, architecture, defaultUser, dataSource: goldenImage(image, className) };
}

function imageOfMachine(
  { metadata, spec }: NonNullable<Scope['virtualMachine']>,
  defaultUser: string | undefined,
): MachineImage | undefined {
  const source = spec.dataVolumeTemplates?.[0]?.spec.sourceRef;
  if (source?.namespace === undefined) return undefined;
  return {
    osType: metadata.annotations?.[OS_TYPE_ANNOTATION] === 'Windows' ? 'Windows' : 'Linux',
    architecture: spec.template.spec?.architecture === 'arm64' ? 'arm64' : 'amd64',
    defaultUser,
    dataSource: { namespace: source.namespace, name: source.name },
  };
}

/** Returns whether the guest has read its user data, which it does at its first boot; later it can start without. */
export function hasReadUserData({ workload }: Scope): boolean {
  return (workload.status?.runs ?? []).length > 0;
}

/**
 * Returns the user's Secret with the machine's user data. A machine that has read it uses our Secret permanently once the
 * user's Secret was missing at a start.
 */
function userDataSecretOf(scope: Scope): string | undefined {
  const { userDataSecret } = scope.workload.spec;
  if (userDataSecret === undefined || !hasReadUserData(scope)) return userDataSecret;
  return scope.isUserDataGone === true || hasOwnSecret(scope) ? undefined : userDataSecret;
}

function hasOwnSecret({ virtualMachine, child }: Scope): boolean {
  const volumes = virtualMachine?.spec.template.spec?.volumes ?? [];
  return volumes.some(({ cloudInitNoCloud }) => cloudInitNoCloud?.secretRef?.name === child);
}
