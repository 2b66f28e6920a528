import { describe, expect, it } from '@jest/globals';
import type { Region, VMImage, VMImageSpec } from '@gpulease/crds';
import type { StorageClass } from '@gpulease/kube';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import type { DiskStorage } from '../kubevirt/disk-storage.ts';
import { buildDataSource, buildImport, goldenImage } from './objects.ts';
import type { GoldenDisk, GoldenImage } from './imports.ts';
import { assessImage } from './status.ts';
import { activeClasses, namedClasses, presentClasses } from './storage-classes.ts';

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
const shared = (className?: string): DiskStorage => ({ className, locality: 'Shared' });
const nameOf = (image: VMImage, className?: string): string =>
  buildImport(image, shared(className))?.metadata.name ?? '';

/** The import of an image with this status. */
function imported(image: VMImage, status: DataVolume['status'], className?: string): DataVolume {
  return { ...buildImport(image, shared(className)), status } as DataVolume;
}

/** An image with its disk for one StorageClass, by default the cluster's default. */
function golden(disk: Partial<GoldenDisk> = {}, changes: Partial<GoldenImage> = {}): GoldenImage {
  return {
    disks: [{ storage: shared(), imports: [], dataSource: undefined, ...disk }],
    left: { imports: [], dataSources: [] },
    hasNamespace: true,
    now: new Date(),
    ...changes,
  };
}

/** The state of an image that is kept elsewhere. */
function kept(changes: Partial<GoldenImage> = {}): GoldenImage {
  return golden({}, { disks: [], ...changes });
}

/** A finished disk. */
function done(image: VMImage, className?: string): GoldenDisk {
  const disk = imported(image, finished, className);
  return { storage: shared(className), imports: [disk], dataSource: buildDataSource(image, disk) };
}
const finished = { phase: 'Succeeded', progress: '100.0%' };
const withoutClaim = { ...finished, conditions: [{ type: 'Bound', status: 'False', reason: 'NotFound' }] };

describe('the import of an image', () => {
  it('changes with the source or the size, and not otherwise', () => {
    const changes: Partial<VMImageSpec>[] = [
      { source: { registry: { url: 'docker://quay.io/disks/ubuntu:24.04' } } },
      { source: { http: { ...http, checksum: `sha256:${'1'.repeat(64)}` } } },
      { size: '30Gi' },
    ];
    for (const change of changes) expect(nameOf(anImage(change))).not.toBe(nameOf(anImage()));
    expect(nameOf(anImage({ description: 'The same.', state: 'Disabled' }))).toBe(nameOf(anImage()));
  });

  it('is separate for each image, even from the same source', () => {
    expect(nameOf(anImage({}, 'noble'))).not.toBe(nameOf(anImage()));
  });

  it('is owned by its image, and binds its disk without waiting for a machine', () => {
    expect(buildImport(anImage(), shared())).toMatchObject({
      metadata: {
        namespace: 'gpulease-images',
        labels: { 'gpulease.dev/image': 'ubuntu' },
        annotations: { 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' },
        ownerReferences: [{ kind: 'VMImage', name: 'ubuntu' }],
      },
      spec: { source: { http }, storage: { resources: { requests: { storage: '20Gi' } } } },
    });
  });

  it('does not exist for an image that is kept elsewhere', () => {
    const source = { dataSource: { namespace: 'images', name: 'ubuntu' } };
    expect(buildImport(anImage({ source }), shared())).toBeUndefined();
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
      golden: GoldenImage,
      expected: { status: string; reason: string; says: RegExp },
    ]
  >([
    [
      'nothing has been imported yet',
      anImage(),
      golden(),
      { status: 'False', reason: 'Importing', says: /being imported/ },
    ],
    [
      'the import is running',
      anImage(),
      golden({ imports: [imported(anImage(), { phase: 'ImportInProgress', restartCount: 2 })] }),
      { status: 'False', reason: 'Importing', says: /being imported/ },
    ],
    [
      'the import is finished',
      anImage(),
      golden(done(anImage())),
      { status: 'True', reason: 'Imported', says: /started/ },
    ],
    [
      'CDI keeps retrying',
      anImage(),
      golden({ imports: [imported(anImage(), { phase: 'ImportInProgress', restartCount: 3 })] }),
      {
        status: 'False',
        reason: 'ImportFailing',
        says: /see DataVolume gpulease-images\/ubuntu-[0-9a-f]{8}/,
      },
    ],
    [
      'the import failed',
      anImage(),
      golden({
        imports: [
          imported(anImage(), {
            phase: 'Failed',
            conditions: [{ type: 'Running', status: 'False', message: 'no such host' }],
          }),
        ],
      }),
      {
        status: 'False',
        reason: 'ImportFailed',
        says: /failed \(no such host\); correct spec.source, or delete DataVolume/,
      },
    ],
    [
      'another source is being imported',
      anImage(),
      golden({
        imports: [imported(anImage(), { phase: 'ImportInProgress' }), imported(older, finished)],
        dataSource: buildDataSource(older, imported(older, finished)),
      }),
      {
        status: 'True',
        reason: 'ImportedBefore',
        says: /Machines start with the previously imported disk/,
      },
    ],
    [
      'its DataSource was deleted',
      anImage(),
      golden({ imports: [imported(anImage(), finished)] }),
      { status: 'False', reason: 'Importing', says: /being imported/ },
    ],
    [
      'its claim was deleted, and CDI does not report the new import yet',
      anImage(),
      golden({ ...done(anImage()), imports: [imported(anImage(), withoutClaim)] }),
      { status: 'False', reason: 'Importing', says: /being imported/ },
    ],
    [
      'one StorageClass has it and another does not yet',
      anImage(),
      golden(
        {},
        { disks: [done(anImage()), { storage: shared('fast'), imports: [], dataSource: undefined }] },
      ),
      { status: 'False', reason: 'Importing', says: /being imported into StorageClass fast/ },
    ],
    [
      'every StorageClass has it',
      anImage(),
      golden({}, { disks: [done(anImage()), done(anImage(), 'fast')] }),
      { status: 'True', reason: 'Imported', says: /started/ },
    ],
    [
      'the namespace of images does not exist',
      anImage(),
      golden(done(anImage()), { hasNamespace: false }),
      {
        status: 'False',
        reason: 'ImageNamespaceMissing',
        says: /no namespace gpulease-images, .* create it/,
      },
    ],
    [
      'no region is Active',
      anImage(),
      golden({}, { disks: [] }),
      { status: 'False', reason: 'NoRegion', says: /as soon as a region is Active/ },
    ],
    [
      'no Active region has a StorageClass that exists',
      anImage(),
      golden({}, { disks: [], missingClasses: ['fsat'] }),
      {
        status: 'False',
        reason: 'ReferenceMissing',
        says: /no StorageClass fsat, .* create what is missing/,
      },
    ],
    [
      'one region names a missing StorageClass, and another an existing one',
      anImage(),
      golden(done(anImage()), { missingClasses: ['fsat'] }),
      { status: 'True', reason: 'Imported', says: /started/ },
    ],
    [
      'its DataSource does not exist',
      elsewhere,
      kept(),
      { status: 'False', reason: 'DataSourceMissing', says: /no DataSource images\/ubuntu; create/ },
    ],
    [
      'its DataSource has no disk yet',
      elsewhere,
      kept({ dataSource: aDataSource('False', 'No source is named') }),
      { status: 'False', reason: 'DataSourceNotReady', says: /not ready: No source is named/ },
    ],
    [
      'it is kept elsewhere',
      elsewhere,
      kept({ dataSource: aDataSource('True', ''), mayBeCloned: true }),
      { status: 'True', reason: 'KeptElsewhere', says: /started/ },
    ],
    [
      'it is kept elsewhere and machines may not clone it',
      elsewhere,
      kept({ dataSource: aCloneOf('disks'), mayBeCloned: false }),
      {
        status: 'False',
        reason: 'CloneRefused',
        says: /not allowed to clone disks of namespace disks; add it to images.cloneNamespaces of the chart, or allow/,
      },
    ],
  ])('when %s', (_, image, golden, { status, reason, says }) => {
    const { conditions } = assessImage(image, golden, none);
    const ready = conditions.find(({ type }) => type === 'Ready');
    expect(ready).toMatchObject({ status, reason, message: expect.stringMatching(says) });
  });

  it('reports the progress of the present source', () => {
    const imports = [
      imported(older, finished),
      imported(anImage(), { phase: 'ImportInProgress', progress: '42.0%' }),
    ];
    const { fields } = assessImage(anImage(), golden({ imports }), { naming: 3, needing: 1 });
    expect(fields).toMatchObject({ workloads: 3, import: { progress: '42.0%' } });
  });

  it.each(['', 'NaN%', '42.12345%', 'Paused'])('ignores a meaningless progress: "%s"', (progress) => {
    const imports = [imported(anImage(), { phase: 'ImportInProgress', progress })];
    expect(assessImage(anImage(), golden({ imports }), none).fields).toMatchObject({
      import: { progress: undefined },
    });
  });

  it('lists the disks that can be cloned, and truncates foreign text to the limit of a status', () => {
    const failed = imported(
      anImage(),
      { phase: 'Failed', conditions: [{ type: 'Running', status: 'False', message: 'x'.repeat(5000) }] },
      'fast',
    );
    const disks = [done(anImage()), { storage: shared('fast'), imports: [failed], dataSource: undefined }];
    const { fields, conditions } = assessImage(anImage(), golden({}, { disks }), none);
    expect(fields).toMatchObject({
      import: { disks: [{ dataSource: { namespace: 'gpulease-images', name: 'ubuntu' } }] },
    });
    for (const { message } of conditions) expect(message.length).toBeLessThanOrEqual(1024);
  });
});

describe('the StorageClasses that an image is imported into', () => {
  const inClass = (state: 'Active' | 'Inactive', className?: string) =>
    ({ spec: { state, storage: { locality: 'Shared', className } } }) as Region;
  const somewhere = { spec: { state: 'Active' } } as Region;

  it('are those of Active regions, without duplicates', () => {
    const regions = [
      inClass('Active', 'fast'),
      somewhere,
      inClass('Active', 'fast'),
      inClass('Inactive', 'old'),
    ];
    expect(activeClasses(regions)).toEqual(['fast', undefined]);
    expect(namedClasses(regions)).toEqual(['fast', 'old', undefined]);
  });

  it('are only those that the cluster has', () => {
    const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
    const fast = { metadata: { name: 'fast' } } as StorageClass;
    const standard = { metadata: { name: 'standard', annotations } } as unknown as StorageClass;
    const classes = ['fast', 'fsat', undefined];
    expect(presentClasses(classes, [fast])).toEqual({ there: ['fast'], missing: ['fsat', undefined] });
    expect(presentClasses(classes, [fast, standard])).toEqual({
      there: ['fast', undefined],
      missing: ['fsat'],
    });
  });

  it('each have their own import and DataSource', () => {
    expect(nameOf(anImage(), 'fast')).not.toBe(nameOf(anImage()));
    expect(buildImport(anImage(), shared('fast'))?.spec.storage?.storageClassName).toBe('fast');
    expect(buildImport(anImage(), shared())?.spec.storage).toEqual({
      resources: { requests: { storage: '20Gi' } },
    });
    expect(goldenImage(anImage(), undefined).name).toBe('ubuntu');
    const long = goldenImage(anImage({}, 'u'.repeat(63)), 'x'.repeat(253)).name;
    expect(long).toMatch(/^u{63}-[0-9a-f]{8}$/);
    expect(buildDataSource(anImage(), imported(anImage(), finished, 'fast')).metadata.name).toBe(
      goldenImage(anImage(), 'fast').name,
    );
  });

  it('do not affect an image that is kept elsewhere', () => {
    const source = { dataSource: { namespace: 'images', name: 'ubuntu' } };
    expect(goldenImage(anImage({ source }), 'fast')).toEqual(source.dataSource);
  });
});
