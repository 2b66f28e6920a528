import { describe, expect, it } from '@jest/globals';
import type { VMImage, VMImageSpec } from '@gpulease/crds';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import { buildDataSource, buildImport } from './golden-image.ts';
import type { GoldenImage } from './imports.ts';
import { assessImage } from './status.ts';

const http = { url: 'https://images.example/ubuntu.qcow2', checksum: `sha256:${'0'.repeat(64)}` };

function anImage(spec: Partial<VMImageSpec> = {}, name = 'ubuntu'): VMImage {
  return {
    apiVersion: 'gpulease.dev/v1alpha1',
    kind: 'VMImage',
    metadata: { name, uid: `uid-${name}` },
    spec: {
      description: 'Ubuntu.',
      osType: 'Linux',
      version: 'Ubuntu 24.04',
      size: '20Gi',
      architecture: 'amd64',
      state: 'Enabled',
      source: { http },
      ...spec,
    },
  };
}

const older = anImage({ size: '10Gi' });
const nameOf = (image: VMImage): string => buildImport(image)?.metadata.name ?? '';

/** The import of an image as CDI left it. */
function imported(image: VMImage, status: DataVolume['status']): DataVolume {
  return { ...buildImport(image), status } as DataVolume;
}
const finished = { phase: 'Succeeded', progress: '100.0%' };

describe('the import of an image', () => {
  it('is another one when source, size or architecture are others, and the same otherwise', () => {
    const changes: Partial<VMImageSpec>[] = [
      { source: { registry: { url: 'docker://quay.io/disks/ubuntu:24.04' } } },
      { source: { http: { ...http, checksum: `sha256:${'1'.repeat(64)}` } } },
      { size: '30Gi' },
    ];
    for (const change of changes) expect(nameOf(anImage(change))).not.toBe(nameOf(anImage()));
    expect(nameOf(anImage({ description: 'The same.', state: 'Disabled' }))).toBe(nameOf(anImage()));
  });

  it('is its own for each image, also from the same source', () => {
    expect(nameOf(anImage({}, 'noble'))).not.toBe(nameOf(anImage()));
  });

  it('goes with its image, and binds its disk without waiting for a machine', () => {
    expect(buildImport(anImage())).toMatchObject({
      metadata: {
        namespace: 'gpulease-images',
        labels: { 'gpulease.dev/image': 'ubuntu' },
        annotations: { 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' },
        ownerReferences: [{ kind: 'VMImage', name: 'ubuntu' }],
      },
      spec: { source: { http }, storage: { resources: { requests: { storage: '20Gi' } } } },
    });
  });

  it('is none for an image that somebody else keeps', () => {
    const source = { dataSource: { namespace: 'images', name: 'ubuntu' } };
    expect(buildImport(anImage({ source }))).toBeUndefined();
  });
});

describe('assessImage', () => {
  const none = { naming: 0, needing: 0 };
  const aDataSource = (status: 'True' | 'False', message: string) =>
    ({ spec: { source: {} }, status: { conditions: [{ type: 'Ready', status, message }] } }) as DataSource;
  const elsewhere = anImage({ source: { dataSource: { namespace: 'images', name: 'ubuntu' } } });
  const aCloneOf = (namespace: string) => ({
    ...aDataSource('True', ''),
    spec: { source: { pvc: { namespace, name: 'ubuntu-1' } } },
  });

  it.each<
    [
      name: string,
      image: VMImage,
      golden: Partial<GoldenImage>,
      expected: { status: string; reason: string; says: RegExp },
    ]
  >([
    ['nothing has come yet', anImage(), {}, { status: 'False', reason: 'Importing', says: /being imported/ }],
    [
      'it is on its way',
      anImage(),
      { imports: [imported(anImage(), { phase: 'ImportInProgress', restartCount: 2 })] },
      { status: 'False', reason: 'Importing', says: /being imported/ },
    ],
    [
      'it is here',
      anImage(),
      { imports: [imported(anImage(), finished)], dataSource: buildDataSource(anImage(), nameOf(anImage())) },
      { status: 'True', reason: 'Imported', says: /started/ },
    ],
    [
      'CDI tries again and again',
      anImage(),
      { imports: [imported(anImage(), { phase: 'ImportInProgress', restartCount: 3 })] },
      {
        status: 'False',
        reason: 'ImportFailing',
        says: /DataVolume gpulease-images\/ubuntu-[0-9a-f]{8} says why/,
      },
    ],
    [
      'it failed',
      anImage(),
      {
        imports: [
          imported(anImage(), {
            phase: 'Failed',
            conditions: [{ type: 'Running', status: 'False', message: 'no such host' }],
          }),
        ],
      },
      {
        status: 'False',
        reason: 'ImportFailed',
        says: /failed \(no such host\); correct spec.source, or delete DataVolume/,
      },
    ],
    [
      'another source is on its way',
      anImage(),
      {
        imports: [imported(anImage(), { phase: 'ImportInProgress' }), imported(older, finished)],
        dataSource: buildDataSource(older, nameOf(older)),
      },
      { status: 'True', reason: 'ImportedBefore', says: /Machines start with the disk of before/ },
    ],
    [
      'nobody keeps it',
      elsewhere,
      {},
      { status: 'False', reason: 'DataSourceMissing', says: /no DataSource images\/ubuntu; create/ },
    ],
    [
      'whoever keeps it has not got it yet',
      elsewhere,
      { dataSource: aDataSource('False', 'No source is named') },
      { status: 'False', reason: 'DataSourceNotReady', says: /not ready: No source is named/ },
    ],
    [
      'somebody keeps it',
      elsewhere,
      { dataSource: aDataSource('True', ''), mayBeCloned: true },
      { status: 'True', reason: 'KeptElsewhere', says: /started/ },
    ],
    [
      'somebody keeps it and lets no machine clone it',
      elsewhere,
      { dataSource: aCloneOf('disks'), mayBeCloned: false },
      {
        status: 'False',
        reason: 'CloneRefused',
        says: /may not clone disks of namespace disks; name it in images.cloneNamespaces of the chart, or let/,
      },
    ],
  ])('when %s', (_, image, golden, { status, reason, says }) => {
    const { conditions } = assessImage(image, { imports: [], dataSource: undefined, ...golden }, none);
    const ready = conditions.find(({ type }) => type === 'Ready');
    expect(ready).toMatchObject({ status, reason, message: expect.stringMatching(says) });
  });

  it('says how far the present source has come', () => {
    const imports = [
      imported(older, finished),
      imported(anImage(), { phase: 'ImportInProgress', progress: '42.0%' }),
    ];
    const { fields } = assessImage(anImage(), { imports, dataSource: undefined }, { naming: 3, needing: 1 });
    expect(fields).toMatchObject({ workloads: 3, import: { progress: '42.0%' } });
  });
});
