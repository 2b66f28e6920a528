import type { GPU, Tenant, Workload } from '@gpulease/crds';
import { byRank, controllerOf, parseObjectKey, seniority, type ObjectRef } from '@gpulease/kube';
import { exceededStorage } from '@gpulease/placement/storage-quota';
import { haltNodesOf, type Caches } from '../caches.ts';
import { coreNodeName, inOrderOfPrecedence } from '../core-node/core-node.ts';
import { emulatesProcessors, overheadRatioOf } from '../kubevirt/configuration.ts';
import { copyClaimOf } from '../kubevirt/claim.ts';
import { hostOf } from '../kubevirt/ingress.ts';
import { childName, rootDiskName, webServiceName } from '../kubevirt/names.ts';
import type { Cause } from './causes/cause.ts';
import { storageQuotaExceeded } from './causes/causes.ts';
import { diskNodeOf } from './disk/disk-node.ts';
import { exceededPortQuota } from './network/port-quota.ts';
import type { Scope } from './scope.ts';

/** Reads everything from the caches; undefined if the workload does not exist. */
export function readScope(caches: Caches, key: string, now: Date): Scope | undefined {
  const workload = caches.workloads.get(parseObjectKey(key));
  if (workload === undefined) return undefined;
  const { namespace = '', name, uid = '' } = workload.metadata;
  const child = childName({ name, uid });
  const ref = { namespace, name: child };
  const virtualMachine = caches.virtualMachines.get(ref);
  const catalogue = readCatalogue(caches, workload);
  const disk = readRootDisk(caches, { namespace, name: rootDiskName(child) });
  return {
    key,
    workload,
    now,
    child,
    ...catalogue,
    isHostTaken: isHostTaken(caches, workload),
    portsRefused: exceededPortQuota(workload, catalogue.tenant, () =>
      caches.workloadsBy('namespace', namespace),
    ),
    storageRefused: refusedStorage(caches, workload, catalogue.tenant),
    missingSoftware: caches.missingSoftware(),
    isEmulated: emulatesProcessors(caches.kubeVirt()),
    overheadRatio: overheadRatioOf(caches.kubeVirt()),
    virtualMachine,
    machine: caches.machines.store.get(ref),
    pods: caches.pods.store.byIndex('workload', key),
    ...disk,
    diskNode: diskNodeOf({ workload, virtualMachine, ...catalogue, ...disk }, (name) =>
      inOrderOfPrecedence(caches.nodes.store.get({ name }), caches.computeNodes.store.byIndex('node', name)),
    ),
    service: caches.services.get(ref),
    webService: caches.services.get({ namespace, name: webServiceName(child) }),
    networkPolicy: caches.networkPolicies.get(ref),
    ingress: caches.ingresses.get(ref),
    failures: [],
  };
}

function readCatalogue(caches: Caches, workload: Workload) {
  const { metadata, spec, status } = workload;
  const computeNode =
    status?.placed === undefined ? undefined : caches.computeNodes.store.get({ name: status.placed.node });
  const [halted] = haltNodesOf(workload);
  const sku = caches.skus.store.get({ name: spec.sku });
  return {
    tenant: caches.tenants.store.byIndex('namespace', metadata.namespace ?? '')[0],
    region: caches.regions.store.get({ name: spec.region }),
    sku,
    gpu: gpuOf(caches, status?.resources?.gpu ?? sku?.spec.gpu),
    image: caches.images.store.get({ name: spec.image }),
    policy: caches.policies.store.get({ name: spec.pricing.policy }),
    computeNode,
    node: computeNode && caches.nodes.store.get({ name: coreNodeName(computeNode) }),
    haltNode: halted === undefined ? undefined : caches.computeNodes.store.get({ name: halted }),
  };
}

function refusedStorage(caches: Caches, workload: Workload, tenant: Tenant | undefined): Cause | undefined {
  const excess = exceededStorage(workload, tenant, () =>
    caches.workloadsBy('namespace', workload.metadata.namespace ?? ''),
  );
  return excess && storageQuotaExceeded(excess);
}

function gpuOf(caches: Caches, ordered: { model: string } | undefined): GPU | undefined {
  return ordered && caches.gpus.store.get({ name: ordered.model });
}

function readRootDisk(caches: Caches, ref: ObjectRef) {
  const claim = caches.claims.get(ref);
  const name = claim?.spec?.storageClassName;
  return {
    rootDisk: caches.dataVolumes.store.get(ref),
    claim,
    copyClaim: claim && caches.claims.get(copyClaimOf(claim)),
    cdiConfig: caches.cdiConfig(),
    storageClass: name === undefined ? undefined : caches.storageClasses.store.get({ name }),
  };
}

/**
 * Returns whether someone else has the host. A foreign Ingress keeps its host, but one for `*.domain` or with only a default
 * backend takes none from us: Ingress controllers serve a host by its exact rule first, as nginx does by its `server_name`.
 * Among workloads, the one that is served under the host has it or, if none is, the oldest that wants it.
 */
function isHostTaken(caches: Caches, workload: Workload): boolean {
  const host = workload.spec.http?.host;
  if (host === undefined) return false;
  const isForeign = caches
    .ingressesByHost(host)
    .some((ingress) => controllerOf(ingress)?.kind !== 'Workload');
  return isForeign || isOfAnother(caches, workload, host);
}

function isOfAnother(caches: Caches, workload: Workload, host: string): boolean {
  const isServed = ({ metadata: { namespace, name, uid = '' } }: Workload) =>
    hostOf(caches.ingresses.get({ namespace, name: childName({ name, uid }) })) === host;
  const rank = (one: Workload) => `${isServed(one) ? 0 : 1}/${seniority(one, 'uid')}`;
  const oldest = caches.workloadsBy('host', host).sort(byRank(rank))[0];
  return oldest !== undefined && oldest.metadata.uid !== workload.metadata.uid;
}
