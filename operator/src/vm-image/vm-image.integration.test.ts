import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { regions, vmImages, type VMImage, type VMImageSpec, type Workload } from '@gpulease/crds';
import {
  events,
  findCondition,
  namespaces,
  persistentVolumeClaims,
  roleBindings,
  roles,
  storageClasses,
} from '@gpulease/kube';
import { dataSources, dataVolumes, virtualMachines, type DataVolume } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { uniqueName } from '@gpulease/local/testing';
import { Harness, machineRef } from '../testing/harness.ts';
import { IMAGE_NAMESPACE } from './objects.ts';

const faults = 'simulation.gpulease.dev/faults';
const registry = (tag: string) => ({ registry: { url: `docker://registry.example/images/debian:${tag}` } });

describe('VM images on a real API server', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
  });
  afterAll(() => harness.stop());

  const images = () => harness.cluster.resource(vmImages);

  async function create(source: VMImageSpec['source']): Promise<string> {
    const name = uniqueName('debian');
    const spec = {
      description: 'Debian.',
      osType: 'Linux',
      version: '12',
      size: '10Gi',
      architecture: 'amd64',
    };
    await images().create({ metadata: { name }, spec: { ...spec, source } as VMImageSpec });
    return name;
  }

  /** Waits until the condition Ready of the image has this reason. */
  const untilReady = (name: string, reason: string): Promise<VMImage> =>
    eventually(async () => {
      const image = await images().get({ name });
      expect(findCondition(image.status?.conditions, 'Ready')?.reason).toBe(reason);
      return image;
    });

  async function importsOf(name: string): Promise<DataVolume[]> {
    const labelSelector = `gpulease.dev/image=${name}`;
    const disks = harness.cluster.resource(dataVolumes);
    return (await disks.list({ namespace: IMAGE_NAMESPACE, labelSelector })).items;
  }

  const diskNames = async (name: string) => (await importsOf(name)).map(({ metadata }) => metadata.name);

  /** Returns the StorageClasses of an image's imports; undefined means the default. */
  const classesOf = async (name: string) =>
    (await importsOf(name)).map(({ spec }) => spec.storage?.storageClassName);

  /** Waits until machines can clone this many disks of the image, and returns them. */
  const untilCloneable = (name: string, count: number) =>
    eventually(async () => {
      const disks = (await images().get({ name })).status?.import?.disks ?? [];
      expect(disks).toHaveLength(count);
      return disks;
    });

  async function diskTemplateOf(workload: Workload): Promise<object | undefined> {
    const { spec } = await harness.cluster.resource(virtualMachines).get(machineRef(workload));
    return spec.dataVolumeTemplates?.[0]?.spec;
  }

  async function clonedDisk(name: string): Promise<string | undefined> {
    const found = await harness.cluster.resource(dataSources).find({ namespace: IMAGE_NAMESPACE, name });
    return found?.spec.source.pvc?.name;
  }

  /** Creates a disk in another namespace, and a DataSource for it. */
  async function keepElsewhere(namespace: string, name: string): Promise<void> {
    await harness.cluster.resource(namespaces).create({ metadata: { name: namespace } });
    const disk = { url: 'docker://registry.example/images/ubuntu:24.04' };
    await harness.cluster.resource(dataVolumes).create({
      metadata: { namespace, name },
      spec: { source: { registry: disk }, storage: { resources: { requests: { storage: '10Gi' } } } },
    });
    await harness.cluster.resource(dataSources).create({
      metadata: { namespace, name },
      spec: { source: { pvc: { namespace, name } } },
    });
  }

  /** Grants machines the right that the chart grants for each of images.cloneNamespaces. */
  async function letClone(namespace: string): Promise<void> {
    const name = 'gpulease-clone-images';
    const rule = { apiGroups: ['cdi.kubevirt.io'], resources: ['datavolumes/source'], verbs: ['create'] };
    await harness.cluster.resource(roles).create({ metadata: { namespace, name }, rules: [rule] });
    const apiGroup = 'rbac.authorization.k8s.io';
    await harness.cluster.resource(roleBindings).create({
      metadata: { namespace, name },
      roleRef: { apiGroup, kind: 'Role', name },
      subjects: [{ apiGroup, kind: 'Group', name: 'system:serviceaccounts' }],
    });
  }

  it('are imported once each, even from the same source', async () => {
    const [one, other] = [await create(registry('12')), await create(registry('12'))];
    for (const name of [one, other]) {
      const { status } = await untilReady(name, 'Imported');
      expect(status?.import).toEqual({
        progress: '100.0%',
        disks: [{ dataSource: { namespace: IMAGE_NAMESPACE, name } }],
      });
      expect(await diskNames(name)).toEqual([await clonedDisk(name)]);
    }
    await images().mergePatch(
      { name: one },
      { spec: { description: 'Debian 12, as before.', state: 'Disabled' } },
    );
    await eventually(async () =>
      expect((await images().get({ name: one })).status?.observedGeneration).toBe(2),
    );
    expect(await diskNames(one)).toEqual([await clonedDisk(one)]);
  });

  it('are imported again after their disk and DataSource are deleted manually', async () => {
    const name = await create(registry('12'));
    await untilReady(name, 'Imported');
    const [disk = ''] = await diskNames(name);
    const ref = { namespace: IMAGE_NAMESPACE, name: disk };
    const before = await harness.cluster.resource(dataVolumes).get(ref);
    await harness.cluster.resource(dataVolumes).delete(ref);
    await harness.cluster.resource(dataSources).delete({ namespace: IMAGE_NAMESPACE, name });
    await eventually(async () => {
      const again = await harness.cluster.resource(dataVolumes).get(ref);
      expect(again.metadata.uid).not.toBe(before.metadata.uid);
      expect(await clonedDisk(name)).toBe(disk);
    });
    await untilReady(name, 'Imported');
  });

  it('are imported again after only the claim of their disk is deleted, and not cloned until then', async () => {
    const name = await create(registry('12'));
    await untilReady(name, 'Imported');
    const [disk = ''] = await diskNames(name);
    const ref = { namespace: IMAGE_NAMESPACE, name: disk };
    const claims = harness.cluster.resource(persistentVolumeClaims);
    const before = await claims.get(ref);
    await harness.fault(namespaces, { name: IMAGE_NAMESPACE }, 'ImportFailure');
    await claims.delete(ref);
    const { status } = await untilReady(name, 'ImportFailed');
    expect(status?.import?.disks).toBeUndefined();
    await harness.fault(namespaces, { name: IMAGE_NAMESPACE }, null);
    await untilReady(name, 'Imported');
    expect((await claims.get(ref)).metadata.uid).not.toBe(before.metadata.uid);
    expect(await clonedDisk(name)).toBe(disk);
  });

  it('are imported from a new source while machines clone the old import', async () => {
    const name = await create(registry('12'));
    await untilReady(name, 'Imported');
    const before = await clonedDisk(name);
    const workload = await harness.running({ image: name });
    await harness.cluster
      .resource(namespaces)
      .mergePatch({ name: IMAGE_NAMESPACE }, { metadata: { annotations: { [faults]: 'ImportFailure' } } });
    await images().mergePatch({ name }, { spec: { source: registry('13') } });
    const { status } = await untilReady(name, 'ImportedBefore');
    expect(await clonedDisk(name)).toBe(before);
    await eventually(async () => {
      const image = await images().get({ name });
      expect(findCondition(image.status?.conditions, 'Imported')).toMatchObject({
        status: 'False',
        reason: 'ImportFailed',
      });
      expect(findCondition(image.status?.conditions, 'Ready')?.status).toBe('True');
    });
    expect(findCondition(status?.conditions, 'Ready')?.status).toBe('True');
    await harness.cluster
      .resource(namespaces)
      .mergePatch({ name: IMAGE_NAMESPACE }, { metadata: { annotations: { [faults]: null } } });
    await untilReady(name, 'Imported');
    await eventually(async () => {
      const after = await clonedDisk(name);
      expect(after).not.toBe(before);
      expect(await diskNames(name)).toEqual([after]);
    });
    expect((await harness.get(workload)).status?.runs).toHaveLength(1);
    await harness.destroy(workload);
  });

  it('are imported into each StorageClass that an Active region uses, and cloned within it', async () => {
    const name = await create(registry('12'));
    await untilReady(name, 'Imported');
    await harness.cluster
      .resource(storageClasses)
      .create({ metadata: { name: 'fast' }, provisioner: 'disk.simulation.gpulease.dev' });
    const region = await harness.cluster.resource(regions).get({ name: 'east' });
    const storage = { className: 'fast', locality: 'Shared' as const };
    await harness.cluster
      .resource(regions)
      .create({ metadata: { name: 'west' }, spec: { ...region.spec, storage } });

    const [fast, standard] = await untilCloneable(name, 2);
    expect([fast?.storageClassName, standard?.storageClassName]).toEqual(['fast', undefined]);
    expect((await classesOf(name)).sort()).toEqual(['fast', undefined]);
    await untilReady(name, 'Imported');

    await harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec: { storage } });
    const workload = await harness.running({ image: name });
    expect(await diskTemplateOf(workload)).toMatchObject({
      sourceRef: fast?.dataSource,
      storage: { storageClassName: 'fast' },
    });
    // No region uses the default now.
    await eventually(async () => expect(await classesOf(name)).toEqual(['fast']));
    await harness.destroy(workload);
    await harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec: { storage: null } });
    await harness.cluster.resource(regions).delete({ name: 'west' });
    await eventually(async () => expect(await classesOf(name)).toEqual([undefined]));
    await untilReady(name, 'Imported');
  });

  it('stay Ready if a region names a missing StorageClass, and are imported once it exists', async () => {
    const name = await create(registry('12'));
    await untilReady(name, 'Imported');
    const client = harness.cluster.resource(regions);
    const { spec } = await client.get({ name: 'east' });
    const storage = { className: 'fsat', locality: 'Shared' as const };
    await client.create({ metadata: { name: 'south' }, spec: { ...spec, storage } });
    await eventually(async () => {
      const { status } = await client.get({ name: 'south' });
      expect(findCondition(status?.conditions, 'Ready')?.reason).toBe('ReferenceMissing');
    });
    // An image created later is reconciled after the region.
    const later = await create(registry('12'));
    await untilReady(later, 'Imported');
    await untilReady(name, 'Imported');
    expect(await classesOf(later)).toEqual([undefined]);
    expect(await classesOf(name)).toEqual([undefined]);

    await harness.cluster
      .resource(storageClasses)
      .create({ metadata: { name: 'fsat' }, provisioner: 'disk.simulation.gpulease.dev' });
    await untilCloneable(name, 2);
    await client.delete({ name: 'south' });
    await eventually(async () => expect(await classesOf(name)).toEqual([undefined]));
  });

  it('are not Ready without their namespace, and are imported again once it is back', async () => {
    const name = await create(registry('12'));
    await untilReady(name, 'Imported');
    await harness.cluster.resource(namespaces).delete({ name: IMAGE_NAMESPACE });
    const { status } = await untilReady(name, 'ImageNamespaceMissing');
    expect(findCondition(status?.conditions, 'Ready')?.message).toContain(
      'There is no namespace gpulease-images',
    );
    await eventually(async () => {
      expect(await harness.cluster.resource(namespaces).find({ name: IMAGE_NAMESPACE })).toBeUndefined();
    });
    await harness.cluster.resource(namespaces).create({ metadata: { name: IMAGE_NAMESPACE } });
    await untilReady(name, 'Imported');
    expect(await diskNames(name)).toEqual([await clonedDisk(name)]);
  });

  it('report why they cannot be imported, in one Event, and may be kept elsewhere', async () => {
    await harness.cluster
      .resource(namespaces)
      .mergePatch({ name: IMAGE_NAMESPACE }, { metadata: { annotations: { [faults]: 'ImportFailure' } } });
    const name = await create(registry('nowhere'));
    const failed = await untilReady(name, 'ImportFailed');
    expect(findCondition(failed.status?.conditions, 'Ready')?.message).toMatch(
      /^The import failed \(.+\); correct spec.source, or delete DataVolume gpulease-images\/debian-.+ to try again\.$/,
    );
    const told = await eventually(async () => {
      const { items } = await harness.cluster.resource(events).list({ namespace: 'default' });
      const warnings = items.filter(({ regarding, type }) => regarding.name === name && type === 'Warning');
      expect(warnings).toHaveLength(1);
      return warnings[0];
    });
    expect(told).toMatchObject({ reason: 'ImportFailed', action: 'BecameNotReady' });
    expect(told?.series).toBeUndefined();
    expect(await harness.controlPlane.kubectl(['describe', 'vmimage', name])).toContain(
      'Warning  ImportFailed',
    );
    await keepElsewhere('golden', 'ubuntu');
    const source = { registry: null, dataSource: { namespace: 'golden', name: 'ubuntu' } };
    await images().mergePatch({ name }, { spec: { source } });
    const refused = await untilReady(name, 'CloneRefused');
    expect(findCondition(refused.status?.conditions, 'Ready')?.message).toContain(
      'add it to images.cloneNamespaces of the chart',
    );
    await letClone('golden');
    await untilReady(name, 'KeptElsewhere');
    await eventually(async () => expect(await diskNames(name)).toEqual([]));
  });
});
