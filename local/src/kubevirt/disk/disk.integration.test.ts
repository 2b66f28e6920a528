import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { persistentVolumeClaims, type ObjectRef } from '@gpulease/kube';
import { dataSources, dataVolumes, type DataVolume } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../testing/harness.ts';

const timeout = 600_000;

describe('a filled disk', () => {
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

  it(
    'gets another claim where somebody deletes that, which is filled from the source again',
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
    'gets no other claim while what it is cloned from is not there, and CDI calls it filled all the same',
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
    'cannot be made another by a change of its spec',
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
