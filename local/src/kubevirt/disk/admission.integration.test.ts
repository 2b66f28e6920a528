import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type Cluster } from '@gpulease/kube';
import { dataVolumes } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { startOwnControlPlane, type OwnControlPlane } from '../../testing/own-control-plane.ts';
import { installKubeVirt } from '../install.ts';

const timeout = 600_000;

const resources = { requests: { storage: '10Gi' } };
const storage = { resources };
const http = { url: 'https://images.example/ubuntu.qcow2' };
const pvc = { namespace: 'images', name: 'ubuntu' };
const sourceRef = { kind: 'DataSource', ...pvc };

describe('a DataVolume', () => {
  let controlPlane: OwnControlPlane;
  let cluster: Cluster;
  beforeAll(async () => {
    controlPlane = await startOwnControlPlane();
    cluster = connect({ kubeconfig: controlPlane.kubeconfig });
    await installKubeVirt(cluster);
    // The API server enforces a new policy only after a moment.
    await eventually(() => expect(create({})).rejects.toThrow('Missing Data volume PVC'));
  }, timeout);
  afterAll(async () => {
    await cluster.close();
    await controlPlane.stop();
  }, timeout);

  function create(spec: object) {
    const metadata = { generateName: 'disk-', name: '', namespace: 'default' };
    return cluster.resource(dataVolumes).create({ metadata, spec }, { dryRun: true });
  }

  it.each<[string, object]>([
    ['an import from a web server', { source: { http }, storage }],
    [
      'an import with a checksum',
      { source: { http: { ...http, checksum: `sha256:${'0a'.repeat(32)}` } }, storage },
    ],
    [
      'an import from a registry',
      { source: { registry: { url: 'docker://quay.io/disks/ubuntu' } }, storage },
    ],
    ['an empty disk', { source: { blank: {} }, storage }],
    ['a clone of a DataSource', { sourceRef, storage }],
    ['a clone as large as its source', { source: { pvc }, storage: {} }],
    [
      'a claim with its access mode',
      { source: { http }, pvc: { accessModes: ['ReadWriteOnce'], resources } },
    ],
    [
      'a disk that another populator fills',
      { pvc: { accessModes: ['ReadWriteOnce'], resources, dataSource: {} } },
    ],
  ])('is accepted: %s', async (_name, spec) => {
    await expect(create(spec)).resolves.toBeDefined();
  });

  it.each<[string, object, string]>([
    [
      'two claims',
      { source: { http }, storage, pvc: { accessModes: ['ReadWriteOnce'], resources } },
      'Duplicate storage definition, both target storage and target pvc defined',
    ],
    ['an import without a size', { source: { http }, storage: {} }, 'Storage size is missing'],
    [
      'a size of zero',
      { sourceRef, storage: { resources: { requests: { storage: '0' } } } },
      "Storage size can't be equal or less than zero",
    ],
    [
      'a size below 1 MiB',
      { sourceRef, storage: { resources: { requests: { storage: 1024 } } } },
      'Storage size should be at least 1MiB',
    ],
    ['a claim without an access mode', { source: { http }, pvc: { resources } }, 'at least 1 access mode'],
    [
      'a claim with several access modes',
      { source: { http }, pvc: { accessModes: ['ReadWriteOnce', 'ReadWriteMany'], resources } },
      'PVC multiple accessModes',
    ],
    [
      'an unknown access mode',
      { source: { http }, storage: { ...storage, accessModes: ['ReadWriteTwice'] } },
      'Unsupported value: "ReadWriteTwice"',
    ],
    ['no source', { storage }, 'Data volume should have either Source or SourceRef'],
    ['an empty source', { source: {}, storage }, 'Missing Data volume source'],
    ['two sources', { source: { http, blank: {} }, storage }, 'Multiple Data volume sources'],
    [
      'a source and a DataSource',
      { source: { http }, sourceRef, storage },
      'Data volume should have either Source or SourceRef',
    ],
    [
      'a source for a disk that another populator fills',
      { source: { http }, storage: { ...storage, dataSource: {} } },
      'External population is incompatible with Source and SourceRef',
    ],
    [
      'a clone of another kind than DataSource',
      { sourceRef: { kind: 'VMImage', name: 'ubuntu' }, storage },
      'Unsupported sourceRef kind VMImage',
    ],
    [
      'a clone of a source without a name',
      { source: { pvc: { ...pvc, name: '' } }, storage },
      'source is not valid',
    ],
    [
      'an invalid web address',
      { source: { http: { url: 'ftp://images.example/ubuntu' } }, storage },
      'Invalid source URL: ftp://images.example/ubuntu',
    ],
    [
      'a checksum that is too short',
      { source: { http: { ...http, checksum: 'sha256:0a' } }, storage },
      'Invalid checksum format: sha256:0a',
    ],
    [
      'a registry without docker://',
      { source: { registry: { url: 'quay.io/disks/ubuntu' } }, storage },
      'Illegal registry source URL scheme quay.io/disks/ubuntu',
    ],
    ['an unknown content type', { source: { http }, storage, contentType: 'iso' }, 'ContentType not one of'],
  ])('is refused: %s', async (_name, spec, message) => {
    await expect(create(spec)).rejects.toThrow(message);
  });
});
