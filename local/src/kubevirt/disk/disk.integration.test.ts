import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { namespaces, persistentVolumeClaims, storageClasses, type ObjectRef } from '@gpulease/kube';
import { dataSources, dataVolumes, virtualMachines, type DataVolume } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { faultsAnnotation, type Fault } from '../faults.ts';
import { Harness } from '../testing/harness.ts';

const timeout = 600_000;

describe('a disk', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
  }, timeout);
  afterAll(() => harness.stop(), timeout);

  const claims = () => harness.cluster.resource(persistentVolumeClaims);
  const disks = () => harness.cluster.resource(dataVolumes);

  const untilDisk = (ref: ObjectRef, expected: object): Promise<DataVolume> =>
    eventually(async () => {
      const disk = await disks().get(ref);
      expect(disk).toMatchObject(expected);
      return disk;
    });

  const filled = { status: { phase: 'Succeeded' } };

  const setFault = (namespace: string, fault: Fault | null) =>
    harness.cluster
      .resource(namespaces)
      .mergePatch({ name: namespace }, { metadata: { annotations: { [faultsAnnotation]: fault } } });

  /** Returns the phase of each claim of a namespace, by name. */
  async function claimsIn(namespace: string): Promise<Record<string, string | undefined>> {
    const { items } = await claims().list({ namespace });
    return Object.fromEntries(items.map(({ metadata, status }) => [metadata.name, status?.phase]));
  }

  it(
    'has its claim bound only after another claim has been filled',
    async () => {
      const namespace = await harness.controlPlane.uniqueNamespace();
      await setFault(namespace, 'CopyStuck');
      await harness.createImage(namespace);
      const image = { namespace, name: 'ubuntu' };
      const conditions = expect.arrayContaining([
        expect.objectContaining({ type: 'Bound', status: 'False', reason: 'Pending' }),
      ]);
      await untilDisk(image, { status: { phase: 'ImportInProgress', conditions } });
      const { metadata, spec } = await claims().get(image);
      expect(spec?.dataSourceRef).toMatchObject({
        apiGroup: 'cdi.kubevirt.io',
        kind: 'VolumeImportSource',
      });
      expect(await claimsIn(namespace)).toEqual({ ubuntu: 'Pending', [`prime-${metadata.uid}`]: 'Bound' });
      await setFault(namespace, null);
      await untilDisk(image, filled);
      await eventually(async () => expect(await claimsIn(namespace)).toEqual({ ubuntu: 'Bound' }));
      expect((await claims().get(image)).metadata.uid).toBe(metadata.uid);
    },
    timeout,
  );

  it(
    'is cloned in the namespace of its source, where nothing remains if it is deleted midway',
    async () => {
      const images = await harness.controlPlane.uniqueNamespace();
      await harness.createImage(images);
      await untilDisk({ namespace: images, name: 'ubuntu' }, filled);
      await eventually(async () => expect(await claimsIn(images)).toEqual({ ubuntu: 'Bound' }));
      const namespace = await harness.controlPlane.uniqueNamespace();
      await setFault(namespace, 'CopyStuck');
      const machine = await harness.create('vm', {
        namespace,
        dataSource: { namespace: images, name: 'ubuntu' },
      });
      const root = { namespace, name: 'vm-root' };
      await untilDisk(root, { status: { phase: 'CloneInProgress' } });
      const { metadata } = await claims().get(root);
      expect(await claimsIn(namespace)).toEqual({ 'vm-root': 'Pending' });
      await eventually(async () =>
        expect(await claimsIn(images)).toEqual({ ubuntu: 'Bound', [`tmp-pvc-${metadata.uid}`]: 'Bound' }),
      );
      await harness.cluster.resource(virtualMachines).delete(machine.metadata);
      await eventually(async () => {
        expect(await claimsIn(images)).toEqual({ ubuntu: 'Bound' });
        expect(await claimsIn(namespace)).toEqual({});
      });
    },
    timeout,
  );

  it(
    'is bound before it is filled on storage without a CSI driver',
    async () => {
      const namespace = await harness.controlPlane.uniqueNamespace();
      await setFault(namespace, 'CopyStuck');
      await harness.cluster
        .resource(storageClasses)
        .create({ metadata: { name: 'local' }, provisioner: 'rancher.io/local-path' });
      const storage = {
        resources: { requests: { storage: '10Gi' } },
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'local',
      };
      const disk = { namespace, name: 'local' };
      await disks().create({ metadata: disk, spec: { source: { blank: {} }, storage } });
      await untilDisk(disk, { status: { phase: 'ImportInProgress' } });
      expect(await claimsIn(namespace)).toEqual({ local: 'Bound' });
    },
    timeout,
  );

  it(
    'gets a new claim if its claim is deleted, filled from the source again',
    async () => {
      const namespace = await harness.controlPlane.uniqueNamespace();
      await harness.createImage(namespace);
      const image = { namespace, name: 'ubuntu' };
      await untilDisk(image, filled);
      const before = await claims().get(image);
      await claims().delete(image);
      await eventually(async () => {
        const { metadata, status } = await claims().get(image);
        expect(metadata.uid).not.toBe(before.metadata.uid);
        expect(metadata.annotations).toMatchObject({ 'cdi.kubevirt.io/storage.pod.phase': 'Succeeded' });
        expect(status?.phase).toBe('Bound');
      });
      await untilDisk(image, filled);
      await eventually(async () => {
        const { status } = await harness.cluster.resource(dataSources).get(image);
        expect(status?.conditions).toMatchObject([{ type: 'Ready', status: 'True' }]);
      });
    },
    timeout,
  );

  it(
    'gets no new claim while its source is missing, and still counts as filled',
    async () => {
      const namespace = await harness.controlPlane.uniqueNamespace();
      const source = await harness.controlPlane.uniqueNamespace();
      await harness.createImage(source);
      const image = { namespace: source, name: 'ubuntu' };
      const machine = await harness.create('vm', { namespace, dataSource: image });
      await harness.untilStatus(machine, 'Running');
      const root = { namespace, name: 'vm-root' };
      await disks().delete(image);
      await eventually(async () => expect(await claims().find(image)).toBeUndefined());
      await claims().delete(root);
      const conditions = expect.arrayContaining([
        expect.objectContaining({
          type: 'Bound',
          status: 'False',
          reason: 'CloneWithoutSource',
          message: "The source pvc ubuntu doesn't exist",
        }),
      ]);
      await untilDisk(root, { status: { phase: 'Succeeded', conditions } });
      expect(await claims().find(root)).toBeUndefined();
    },
    timeout,
  );

  it(
    'rejects changes of its spec',
    async () => {
      const namespace = await harness.controlPlane.uniqueNamespace();
      await harness.createImage(namespace);
      const image = { namespace, name: 'ubuntu' };
      const change = { spec: { source: { http: { url: 'http://images.example/debian.qcow2' } } } };
      await eventually(() =>
        expect(disks().mergePatch(image, change, { dryRun: true })).rejects.toThrow(
          'Cannot update DataVolume Spec',
        ),
      );
      await disks().mergePatch(image, { metadata: { labels: { team: 'images' } } });
    },
    timeout,
  );
});
